import { BlockList, isIP } from 'node:net';

/** Parses comma-separated networks, e.g. `10.20.0.0/16` or single addresses; `loopback` adds this machine. */
export function parseNetworks(
  text: string,
  loopback: boolean,
): { readonly networks: BlockList } | { readonly problem: string } {
  const networks = new BlockList();
  if (loopback) {
    networks.addSubnet('127.0.0.0', 8, 'ipv4');
    networks.addAddress('::1', 'ipv6');
  }
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue;
    const [address = '', length, ...more] = part.split('/');
    const version = isIP(address);
    const longest = version === 6 ? 128 : 32;
    const prefix = length === undefined ? longest : Number(length);
    if (version === 0 || more.length > 0 || length === '' || !Number.isInteger(prefix) || prefix > longest)
      return { problem: `"${part}" is not an IP address or a network such as 10.20.0.0/16` };
    if (prefix < 0) return { problem: `"${part}" has a length below 0` };
    networks.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4');
  }
  return { networks };
}
