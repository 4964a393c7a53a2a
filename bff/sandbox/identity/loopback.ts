/** True for any http or https address on this very machine, whatever its port and path. Right for a sandbox only. */
export function isLoopback(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname, username, password, hash } = new URL(uri);
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  if (username !== '' || password !== '' || hash !== '') return false;
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}
