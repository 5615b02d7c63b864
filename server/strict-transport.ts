/**
 * `Strict-Transport-Security`, for HTTPS only: for a year browsers use nothing else for this host.
 *
 * @param includeSubDomains whether for the hosts below it too, which may be somebody else's
 */
export function formatStrictTransport(includeSubDomains: boolean): readonly [string, string] {
  const scope = includeSubDomains ? '; includeSubDomains' : '';
  return ['strict-transport-security', `max-age=31536000${scope}`];
}
