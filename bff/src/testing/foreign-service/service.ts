/**
 * A tracking service by another vendor, on plain node:http: other names, unknown fields everywhere, and configurable responses per
 * endpoint. It records every request with its time, so that a test can also assert what was not sent.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ENDPOINTS, type EndpointName, FAMILIES, type Family, FIELDS, QUERY } from './names.ts';
import * as records from './records.ts';
import { json, type Responder, refusal, USE_DEFAULT } from './responders.ts';
import { TokenServer } from './tokens.ts';

export interface ReceivedRequest {
  /** Null: unknown endpoint. */
  readonly endpoint: EndpointName | null;
  readonly method: string;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Time of arrival, ms. */
  readonly at: number;
}

type Records = readonly Record<string, unknown>[];

interface Store {
  agreements: Records;
  connections: Records;
  invitations: Records;
  tmsInvitations: Records;
  monitors: Records;
  operations: Records;
  fuel: Records;
  usage: Records;
}
const EMPTY: Store = {
  agreements: [],
  connections: [],
  invitations: [],
  tmsInvitations: [],
  monitors: [],
  operations: [],
  fuel: [],
  usage: [],
};

const PATTERNS = Object.entries(ENDPOINTS).map(([name, [method, path]]) => ({
  name: name as EndpointName,
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));
const OPEN: ReadonlySet<string | null> = new Set(['token', 'authorize', 'whoami']);

export class ForeignService {
  readonly seen: ReceivedRequest[] = [];
  readonly tokens = new TokenServer();
  readonly store: Store = { ...EMPTY };
  /** Bodies of subscriptions; survive a reset, because a subscriber does not subscribe twice. */
  readonly #subscriptions: Readonly<Record<string, unknown>>[] = [];
  readonly #responders = new Map<EndpointName | 'everything', Responder>();
  readonly #server = createServer((request, response) => void this.#receive(request, response));

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Listens on the given port, e.g. its previous one. */
  start(port = 0): Promise<void> {
    return new Promise((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
  }

  stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    return closed;
  }

  /** Sets the response of an endpoint; `everything` excludes sign-in and token endpoints. */
  behave(endpoint: EndpointName | 'everything', responder: Responder): void {
    this.#responders.set(endpoint, responder);
  }

  reset(): void {
    this.#responders.clear();
    this.tokens.reset();
    Object.assign(this.store, EMPTY);
    this.seen.length = 0;
  }

  requests(...endpoints: readonly EndpointName[]): ReceivedRequest[] {
    return this.seen.filter(({ endpoint }) => endpoint !== null && endpoints.includes(endpoint));
  }

  /** Requests except sign-in and tokens. */
  calls(since = 0): ReceivedRequest[] {
    return this.seen.filter(({ endpoint, at }) => !OPEN.has(endpoint) && at > since);
  }

  /** URL and signing secret of a family's subscription, regardless of the field names. */
  subscription(family: Family): { readonly url: string; readonly secret: string } {
    for (const body of this.#subscriptions) {
      const texts = Object.values(body).filter((value) => typeof value === 'string');
      const url = texts.find((text) => /^https?:/.test(text));
      const event = texts.find((text) => text.startsWith(family) || text.startsWith(FAMILIES[family]));
      const secret = texts.find((text) => text !== url && text !== event);
      if (url !== undefined && event !== undefined) return { url, secret: secret ?? '' };
    }
    throw new Error(`nobody has subscribed to ${family}`);
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now();
    const url = new URL(request.url ?? '/', 'http://service');
    const { method = '' } = request;
    let endpoint: EndpointName | null = null;
    let params: Record<string, string> = {};
    for (const one of PATTERNS) {
      const match = one.method === method ? one.pattern.exec(url.pathname) : null;
      if (!match) continue;
      endpoint = one.name;
      params = { ...match.groups };
      break;
    }
    const parts: Buffer[] = [];
    const body = await new Promise<string>((resolve) => {
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => resolve(Buffer.concat(parts).toString('utf8')));
      request.on('error', () => resolve(''));
    });
    const seen: ReceivedRequest = {
      endpoint,
      method,
      params,
      body,
      at,
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
    };
    this.seen.push(seen);
    const chosen =
      (endpoint === null ? undefined : this.#responders.get(endpoint)) ??
      (OPEN.has(endpoint) ? undefined : this.#responders.get('everything'));
    if (chosen && chosen(seen, response) !== USE_DEFAULT) return;
    this.#defaultResponse(seen)(seen, response);
  }

  #defaultResponse({ endpoint, params, headers, body, ...seen }: ReceivedRequest): Responder {
    if (endpoint === null) return refusal(404);
    if (endpoint === 'token' || endpoint === 'authorize' || endpoint === 'whoami') return this.tokens.answer;
    if (!this.tokens.knows(headers.authorization)) return refusal(401);
    const given = (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>;
    switch (endpoint) {
      case 'tracking':
        return json(200, records.tracking(Number.parseInt(params.load_id?.slice(-12) ?? '', 16)));
      case 'agreements':
      case 'connections':
      case 'invitations':
      case 'tmsInvitations':
      case 'monitors':
      case 'operations':
        return this.#page(seen, this.store[endpoint]);
      case 'fuel':
        return this.#page(seen, this.#inRange(seen));
      case 'usage':
        return this.#page(seen, this.#inMonth(seen));
      case 'freshness':
        return json(200, []);
      case 'overview':
      case 'oldOverview':
        return json(200, { fleets: 1, vehicles: 2, drivers: 3, trailers: 4, ...records.NOISE });
      case 'monitor':
        return this.#one('monitors', params.geofence_monitor_id);
      case 'cancelMonitor':
        return this.#one('monitors', params.geofence_monitor_id, { status: 'cancelled' });
      case 'operation':
        return this.#one('operations', params.resource_operation_id);
      case 'invitation':
        return this.#one('invitations', params.invitation_id);
      case 'updateAgreement':
        return this.#one('agreements', params.share_agreement_id, given);
      case 'cancelAgreement':
        return this.#one('agreements', params.share_agreement_id, { status: 'cancelled' });
      case 'deleteAgreement':
        return this.#remove('agreements', params.share_agreement_id);
      case 'deleteConnection':
        return this.#remove('connections', params.connection_id);
      case 'deleteInvitation':
        return this.#remove('invitations', params.invitation_id);
      case 'deleteTmsInvitation':
        return this.#remove('tmsInvitations', params.tms_invitation_id);
      case 'createInvitation':
        return this.#add('invitations', 201, records.invitation(1, { ...given, id: records.newId() }));
      case 'createMonitor':
        return this.#add('monitors', 201, records.monitor(1, { ...given, id: records.newId(), stops: [] }));
      case 'createUser':
        return this.#add(
          'operations',
          202,
          records.operation(1, { id: records.newId(), status: 'pending', partner_ref: given.partner_ref }),
        );
      case 'subscribe':
        this.#subscriptions.push(given);
        return json(201, { id: records.idOf(0xd2, 2), [FIELDS.group]: records.idOf(0xd2, 1) });
      default:
        return refusal(501);
    }
  }

  #one(list: keyof Store, id: string | undefined, change: Record<string, unknown> = {}): Responder {
    const found = this.store[list].find((record) => record.id === id);
    if (!found) return refusal(404);
    const changed = { ...found, ...change };
    this.store[list] = this.store[list].map((record) => (record === found ? changed : record));
    return json(200, changed);
  }

  #add(list: keyof Store, status: number, record: Record<string, unknown>): Responder {
    this.store[list] = [...this.store[list], record];
    return json(status, record);
  }

  #remove(list: keyof Store, id: string | undefined): Responder {
    if (!this.store[list].some((record) => record.id === id)) return refusal(404);
    this.store[list] = this.store[list].filter((record) => record.id !== id);
    return (_request, response) => {
      response.writeHead(204).end();
      return undefined;
    };
  }

  #page({ query }: Pick<ReceivedRequest, 'query'>, all: Records): Responder {
    const from = Number(query.get(QUERY.cursor) ?? 0);
    const size = Number(query.get(QUERY.size) ?? 25);
    const to = from + size;
    return json(200, {
      items: all.slice(from, to),
      total: all.length,
      current_page: null,
      next_page: to < all.length ? String(to) : null,
      ...records.NOISE,
    });
  }

  #inRange({ query }: Pick<ReceivedRequest, 'query'>): Records {
    const [from, to] = ['from_datetime', 'to_datetime'].map((name) => Date.parse(query.get(name) ?? ''));
    return this.store.fuel.filter(({ occurred_at }) => {
      const at = Date.parse(String(occurred_at));
      return !(at < (from ?? 0)) && !(at >= (to ?? Number.POSITIVE_INFINITY));
    });
  }

  #inMonth({ query }: Pick<ReceivedRequest, 'query'>): Records {
    const [year, month] = [query.get(QUERY.year), query.get(QUERY.month)];
    if (year === null || month === null) return this.store.usage;
    return this.store.usage.filter(({ usage_month }) =>
      String(usage_month).startsWith(`${year}-${month.padStart(2, '0')}`),
    );
  }
}
