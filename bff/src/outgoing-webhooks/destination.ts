/**
 * Where outgoing webhooks may go. Whoever registers an address must not reach what only this server can: the address is checked where
 * the connection is made, after its name was resolved, so that no name can mean another address later.
 */
import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Not for the public: RFC 6890 and its successors. */
const PRIVATE_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;
/** All public IPv6 addresses are in here, but for those below. */
const PUBLIC_IPV6 = ['2000::', 3] as const;
/** Among them what leads back to IPv4, and what is for documentation. */
const NOT_PUBLIC_IPV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

const privateIpv4 = new BlockList();
for (const [net, prefix] of PRIVATE_IPV4) privateIpv4.addSubnet(net, prefix, 'ipv4');
const publicIpv6 = new BlockList();
publicIpv6.addSubnet(...PUBLIC_IPV6, 'ipv6');
const notPublicIpv6 = new BlockList();
for (const [net, prefix] of NOT_PUBLIC_IPV6) notPublicIpv6.addSubnet(net, prefix, 'ipv6');

/** @returns networks that a text lists by commas, as `10.20.0.0/16` or one address; `loopback`: and this machine */
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

/** The name leads to an address that nothing is sent to. */
export class AddressRefused extends Error {
  constructor(host: string, address: string) {
    super(
      host === address
        ? `${address} is a private address; OUTGOING_WEBHOOK_NETWORKS can allow it`
        : `${host} resolves to ${address}, a private address; OUTGOING_WEBHOOK_NETWORKS can allow it`,
    );
    this.name = 'AddressRefused';
  }
}

export class Destinations {
  readonly #allowed: BlockList;
  readonly #resolve: typeof resolve;

  /** @param resolveName replaces the resolver of this machine in tests */
  constructor(allowed: BlockList, resolveName: typeof resolve = resolve) {
    this.#allowed = allowed;
    this.#resolve = resolveName;
  }

  /** @returns what is wrong with an address before anything is resolved; null: nothing */
  problemOf(url: URL): string | null {
    const host = hostOf(url);
    if (isIP(host) > 0 && !this.#allows(host)) return new AddressRefused(host, host).message;
    if (url.protocol === 'http:' && !(isThisMachine(host) && this.#allows('127.0.0.1')))
      return 'must start with https://';
    return null;
  }

  /** Resolves a name for a connection. Fails with AddressRefused when one of its addresses is private. */
  readonly lookup: LookupFunction = (host, options, callback) => {
    this.#resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '');
      const refused = addresses.find(({ address }) => !this.#allows(address));
      if (refused) return callback(new AddressRefused(host, refused.address), '');
      if (options.all === true) return callback(null, addresses);
      const [first] = addresses;
      callback(null, first?.address ?? '', first?.family);
    });
  };

  #allows(address: string): boolean {
    if (isIP(address) === 4)
      return !privateIpv4.check(address, 'ipv4') || this.#allowed.check(address, 'ipv4');
    if (this.#allowed.check(address, 'ipv6')) return true;
    return publicIpv6.check(address, 'ipv6') && !notPublicIpv6.check(address, 'ipv6');
  }
}

/** Without the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
