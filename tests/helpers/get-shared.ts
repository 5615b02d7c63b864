/**
 * What all unit tests share (tests/shared-services.ts): the folder of the built server, or the address
 * of PostgreSQL's maintenance database.
 *
 * @throws when it cannot be made, and outside of vitest
 */
export async function getShared(name: 'server' | 'postgres'): Promise<string> {
  const response = await fetch(`${process.env['SHARED_SERVICES']}/${name}`);
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}
