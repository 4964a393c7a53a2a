/** A single try of a delivery: an HTTP POST to an allowed host, without redirects, and with a timeout. */
import { lookup as resolve } from 'node:dns';
import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { networkErrorOf } from '../../platform/lib/network-errors.ts';

export interface PostResult {
  readonly status: number | null;
  /** Reason of a failure; null on success. */
  readonly problem: string | null;
  /** Beginning of the response body; null without readable text. */
  readonly answer: string | null;
}

interface PostOptions {
  readonly destinations: Destinations;
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Bytes read of a response body. */
const MAX_ANSWER_BYTES = 500;

/** Rejects only when aborted by `signal`. */
export function post(url: URL, options: PostOptions): Promise<PostResult> {
  const { destinations, body, headers, signal, timeoutMs = TIMEOUT_MS } = options;
  const problem = destinations.problemOf(url);
  if (problem !== null) return Promise.resolve({ status: null, problem: problem, answer: null });
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? requestTls : requestPlain)(url, {
      method: 'POST',
      headers: { ...headers, 'Content-Length': body.length },
      lookup: destinations.lookup,
      agent: false,
      signal,
    });
    let finish: (() => void) | null = null;
    const timer = setTimeout(() => {
      if (finish) finish();
      else request.destroy(new Error(`no response within ${timeoutMs / 1000} s`));
    }, timeoutMs);
    const end = (result: PostResult) => {
      clearTimeout(timer);
      resolve(result);
      request.destroy();
    };
    request.on('error', (error) => {
      clearTimeout(timer);
      if (signal.aborted) reject(error);
      else resolve({ status: null, problem: problemOf(error), answer: null });
    });
    // Without a handler, a protocol upgrade would leave the request pending.
    request.on('upgrade', ({ statusCode: status = 0 }, socket) => {
      socket.destroy();
      end({ status, problem: statusProblem(status), answer: null });
    });
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      const parts: Buffer[] = [];
      let bytes = 0;
      finish = () => end({ status, problem: statusProblem(status), answer: textOf(parts) });
      response.on('data', (part: Buffer) => {
        parts.push(part);
        bytes += part.length;
        if (bytes >= MAX_ANSWER_BYTES) finish?.();
      });
      // The status decides: an interrupted or endless body does not change it.
      response.on('end', finish);
      response.on('error', finish);
    });
    request.end(body);
  });
}

function statusProblem(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `answered ${status}; redirects are not followed`;
  return `answered ${status}`;
}

function problemOf(error: Error): string {
  if (error instanceof AddressRefused) return error.message;
  const code = 'code' in error ? String(error.code) : '';
  return networkErrorOf(error)?.problem ?? (code === '' ? error.message : `could not be reached (${code})`);
}

/** Null when empty or not text. */
function textOf(parts: readonly Buffer[]): string | null {
  const bytes = Buffer.concat(parts).subarray(0, MAX_ANSWER_BYTES);
  const text = bytes
    .toString('utf8')
    .replace(/\uFFFD+$/, '')
    .trim();
  return text === '' || /[\0\uFFFD]/.test(text) ? null : text;
}

// Allowed destinations of outgoing webhooks. An administrator must not reach hosts that only this server can reach, so addresses are
// checked at the connection, after name resolution; DNS changes cannot bypass this.

/** Non-public networks: RFC 6890 and its successors. */
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
/** Contains all public IPv6 addresses, except those below. */
const PUBLIC_IPV6 = ['2000::', 3] as const;
/** Transition mechanisms to IPv4, and documentation. */
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

/** The host name resolves to a forbidden address. */
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

  /** `resolveName` replaces the resolver in tests. */
  constructor(allowed: BlockList, resolveName: typeof resolve = resolve) {
    this.#allowed = allowed;
    this.#resolve = resolveName;
  }

  /** Problem of a URL before name resolution; null: none. */
  problemOf(url: URL): string | null {
    const host = hostOf(url);
    if (isIP(host) > 0 && !this.#allows(host)) return new AddressRefused(host, host).message;
    if (url.protocol === 'http:' && !(isLoopbackHost(host) && this.#allows('127.0.0.1')))
      return 'must start with https://';
    return null;
  }

  /** Resolves a name for a connection. Fails with AddressRefused if one of its addresses is private. */
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

/** Strips the brackets of IPv6. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Without the query, which may contain a secret. */
export function displayUrl(text: string): string {
  const { origin, pathname, search } = new URL(text);
  return `${origin}${pathname}${search === '' ? '' : '?…'}`;
}
