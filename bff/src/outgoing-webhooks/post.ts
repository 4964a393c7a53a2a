/** One try of a delivery: an HTTP POST that goes where it may, follows no redirect, and ends in time. */
import { lookup as resolve } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

export interface Tried {
  /** HTTP status; null: there was no answer. */
  readonly status: number | null;
  /** Why it failed; null: it did not. */
  readonly problem: string | null;
  /** Beginning of the answer's body; null: it had none that can be read. */
  readonly answer: string | null;
}

interface PostOptions {
  readonly destinations: Destinations;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  /** Ends it with an exception. */
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Of an answer's body, bytes; the rest is not read. */
const ANSWER_KEPT = 500;

/** Rejects only when `signal` ends it. */
export function post(url: URL, options: PostOptions): Promise<Tried> {
  const { destinations, body, headers, signal, timeoutMs = TIMEOUT_MS } = options;
  const wrong = destinations.problemOf(url);
  if (wrong !== null) return Promise.resolve({ status: null, problem: wrong, answer: null });
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestTls : requestPlain)(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': body.length },
      lookup: destinations.lookup,
      agent: false,
      signal,
    });
    let answered: (() => void) | null = null;
    const slow = setTimeout(() => {
      if (answered) answered();
      else request.destroy(new Error(`no response within ${timeoutMs / 1000} s`));
    }, timeoutMs);
    const end = (tried: Tried) => {
      clearTimeout(slow);
      resolve(tried);
      request.destroy();
    };
    request.on('error', (error) => {
      clearTimeout(slow);
      if (signal.aborted) reject(error);
      else resolve({ status: null, problem: problemOf(error), answer: null });
    });
    // Taken by nobody, a change of protocol would leave the request without any end.
    request.on('upgrade', ({ statusCode: status = 0 }, socket) => {
      socket.destroy();
      end({ status, problem: statusProblem(status), answer: null });
    });
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      const parts: Buffer[] = [];
      let bytes = 0;
      answered = () => end({ status, problem: statusProblem(status), answer: textOf(parts) });
      response.on('data', (part: Buffer) => {
        parts.push(part);
        bytes += part.length;
        if (bytes >= ANSWER_KEPT) answered?.();
      });
      // The status is the answer: a body that breaks off, or never ends, does not change it.
      response.on('end', answered);
      response.on('error', answered);
    });
    request.end(body);
  });
}

function statusProblem(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `answered ${status}; redirects are not followed`;
  return `answered ${status}`;
}

const CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed before a response',
  EHOSTUNREACH: 'host not reachable',
  ENETUNREACH: 'network not reachable',
  ENOTFOUND: 'host name not found',
  EAI_AGAIN: 'host name could not be resolved',
  ETIMEDOUT: 'connection timed out',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
};

function problemOf(error: Error): string {
  if (error instanceof AddressRefused) return error.message;
  const code = 'code' in error ? String(error.code) : '';
  return CODES[code] ?? (code === '' ? error.message : `could not be reached (${code})`);
}

/** Null when there is nothing, or what is there is no text. */
function textOf(parts: readonly Buffer[]): string | null {
  const bytes = Buffer.concat(parts).subarray(0, ANSWER_KEPT);
  const text = bytes
    .toString('utf8')
    .replace(/\uFFFD+$/, '')
    .trim();
  return text === '' || /[\0\uFFFD]/.test(text) ? null : text;
}

// Where outgoing webhooks may go. Whoever registers an address must not reach what only this server can: the address is checked where
// the connection is made, after its name was resolved, so that no name can mean another address later.

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
