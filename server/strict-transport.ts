/**
 * `Strict-Transport-Security`, for HTTPS only: for a year browsers use nothing else for this host.
 *
 * @param includeSubDomains whether it includes the hosts below, which may belong to somebody else
 */
export function formatStrictTransport(includeSubDomains: boolean): readonly [string, string] {
  const scope = includeSubDomains ? '; includeSubDomains' : '';
  return ['strict-transport-security', `max-age=31536000${scope}`];
}
