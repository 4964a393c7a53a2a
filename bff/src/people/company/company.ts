/**
 * The company's settings. Kept in memory, because every page contains the company's name; changes by other servers are read from the
 * store.
 */
import { createHash } from 'node:crypto';
import {
  type CompanyChange,
  type Company as CompanyResponse,
  type CompanySettings,
  companyChange,
  DEFAULT_COMPANY,
  DEFAULT_THRESHOLDS,
  hasLateLimit,
  LOGO_TYPES,
  type LogoType,
  MAX_LOGO_BYTES,
  MAX_LOGO_PIXELS,
  misplacedLimit,
} from '@waypost/contract/api/company';
import { COMPANY_ROUTES } from '@waypost/contract/api/company-routes';
import type { CompanyIdentity } from '@waypost/contract/api/session';
import type { RequestHandler, Router } from 'express';
import { z } from 'zod';
import type { Cluster } from '../../platform/cluster/cluster.ts';
import { invalidField, Problem } from '../../platform/http/problems.ts';
import { mountRoutes } from '../../platform/http/route.ts';
import { Topic } from '../../platform/lib/async.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { Person } from '../../platform/lib/person.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import { type CompanyRow, companyStamp, writeCompany } from '../../platform/store/company.ts';
import type { Database } from '../../platform/store/database.ts';
import { rowsOf } from '../../platform/store/query.ts';
import { afterCommit, inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';

interface CompanyOptions extends Uses<'db' | 'log' | 'activity' | 'now'> {
  /** Called after each change that other servers need to read. */
  readonly onCommit: () => void;
}

export interface Logo {
  readonly type: LogoType;
  readonly bytes: Buffer;
  /** Contains a hash of the content. */
  readonly path: string;
}

interface State {
  readonly settings: CompanySettings;
  readonly logo: Logo | null;
  /** Stamp of the rows that this was read from. */
  readonly stamp: number;
  readonly last: Pick<CompanyRow, 'updated_at' | 'updated_by_name'> | null;
}

const LOGO_KEY = 'logo';
const THRESHOLD_KEY = 'threshold.';
const storedLogo = z.object({ type: z.enum(LOGO_TYPES), data: z.string() }).nullable();

export class Company extends ServerPart<CompanyOptions> {
  #state: State = stateOf([], 0);
  readonly onChange = new Topic();

  private constructor(options: CompanyOptions) {
    super(options);
  }

  static async open(options: CompanyOptions): Promise<Company> {
    const company = new Company(options);
    await company.#read();
    return company;
  }

  get settings(): CompanySettings {
    return this.#state.settings;
  }

  get logo(): Logo | null {
    return this.#state.logo;
  }

  /** The public part. */
  get identity(): CompanyIdentity {
    return { name: this.settings.name, logo_url: this.logo?.path ?? null };
  }

  toResponse(): CompanyResponse {
    const { last } = this.#state;
    return {
      ...this.settings,
      logo_url: this.logo?.path ?? null,
      updated_at: last && toIso(last.updated_at),
      updated_by_name: last?.updated_by_name ?? null,
    };
  }

  /** Reads what another server has written. */
  async catchUp(): Promise<void> {
    if ((await companyStamp(this.options.db)) !== this.#state.stamp) await this.#read();
  }

  /** @throws Problem 412 when `before` is not what is stored, and 422 when a limit of lateness is below the one before it. */
  async change({ before, ...change }: CompanyChange, by: Person): Promise<void> {
    const shown = ({ settings }: State) => settings;
    const check = ({ settings: { thresholds } }: State) => {
      // Earlier versions stored any order: other settings can still be changed.
      const wrong = hasLateLimit(change.thresholds ?? {}) ? misplacedLimit(thresholds) : null;
      if (wrong)
        throw invalidField(
          `body.thresholds.${wrong.limit}`,
          thresholds[wrong.limit],
          `must be at least ${thresholds[wrong.before]}, as ${wrong.before}`,
        );
    };
    await this.#write(by, byKey(change), shown, { replaced: before && byKey(before), check });
  }

  /** @throws Problem 422 when the file is not a small PNG or JPEG. */
  async setLogo(data: string, by: Person): Promise<void> {
    const bytes = Buffer.from(data, 'base64');
    const facts = imageFacts(bytes);
    if (!facts) throw invalidField('body.data', 'the file', 'is not a PNG or JPEG image');
    if (bytes.length > MAX_LOGO_BYTES)
      throw invalidField('body.data', 'the file', `is larger than ${MAX_LOGO_BYTES / 1000} kB`);
    if (Math.max(facts.width, facts.height) > MAX_LOGO_PIXELS || Math.min(facts.width, facts.height) < 1)
      throw invalidField(
        'body.data',
        'the file',
        `is ${facts.width} × ${facts.height} pixels; the limit is ${MAX_LOGO_PIXELS} × ${MAX_LOGO_PIXELS}`,
      );
    await this.#write(by, { [LOGO_KEY]: { type: facts.type, data: bytes.toString('base64') } }, logoPath);
  }

  async removeLogo(by: Person): Promise<void> {
    if (this.logo) await this.#write(by, { [LOGO_KEY]: null }, logoPath);
  }

  /** Writes settings and the entry with `shown` before and after. */
  async #write(
    by: Person,
    values: Readonly<Record<string, unknown>>,
    shown: (state: State) => object,
    {
      replaced = {},
      check,
    }: {
      readonly replaced?: Readonly<Record<string, unknown>> | undefined;
      /** Throws when what would be stored then is not allowed. */
      readonly check?: (state: State) => void;
    } = {},
  ): Promise<void> {
    const { db, log, activity, onCommit } = this.options;
    const written = Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, JSON.stringify(value)] as const);
    const stored = (trx: Database) => rowsOf(trx, 'company_setting');
    await inTransaction(db, async (trx) => {
      const rows = await stored(trx);
      const before = stateOf(rows, 0);
      const now = byKey(before.settings);
      const stamp = { updated_at: this.now(), updated_by_name: by.name };
      for (const [key, value] of written) {
        const row = rows.find((one) => one.key === key);
        const is_checked = Object.hasOwn(replaced, key);
        const is_current = !is_checked || JSON.stringify(replaced[key]) === JSON.stringify(now[key]);
        // Writes only over what was read: another server may write at the same moment.
        const version = is_checked ? (row?.version ?? 0) : null;
        if (!is_current || !(await writeCompany(trx, { key, value, ...stamp }, version)))
          throw Problem.outdated(row?.updated_by_name, 'changed these settings');
      }
      const after = stateOf(await stored(trx), 0);
      check?.(after);
      await activity.record(trx, by, 'update_company', null, {
        before: shown(before),
        after: shown(after),
      });
    });
    await afterCommit(log, 'read the changed company settings', () => this.#read());
    await afterCommit(log, 'notify other servers of changed company settings', onCommit);
  }

  async #read(): Promise<void> {
    const { db } = this.options;
    // Read first: anything written in the meantime changes the stamp again.
    const stamp = await companyStamp(db);
    this.#state = stateOf(await rowsOf(db, 'company_setting'), stamp);
    this.onChange.publish();
  }
}

/** Each threshold has its own key, so that two administrators do not overwrite each other's changes. */
function byKey({ thresholds = {}, ...fields }: Omit<CompanyChange, 'before'>): Record<string, unknown> {
  const limits = Object.entries(thresholds).map(([name, value]) => [THRESHOLD_KEY + name, value]);
  return { ...fields, ...Object.fromEntries(limits) };
}

const logoPath = ({ logo }: State) => ({ logo: logo?.path ?? null });

/** Stored values that are no longer valid count as never set. */
function stateOf(rows: readonly CompanyRow[], stamp: number): State {
  const settings = { ...DEFAULT_COMPANY, thresholds: { ...DEFAULT_THRESHOLDS } };
  let logo: Logo | null = null;
  let last: CompanyRow | null = null;
  for (const row of rows) {
    const value: unknown = JSON.parse(row.value);
    const { thresholds: _, ...fields } = parseStored({ [row.key]: value });
    if (row.key === LOGO_KEY) logo = logoOf(value);
    else if (row.key.startsWith(THRESHOLD_KEY)) {
      const name = row.key.slice(THRESHOLD_KEY.length);
      Object.assign(settings.thresholds, parseStored({ thresholds: { [name]: value } }).thresholds);
    } else Object.assign(settings, fields);
    if (last === null || row.updated_at > last.updated_at) last = row;
  }
  return { settings, logo, stamp, last };
}

function parseStored(stored: unknown): CompanyChange {
  const parsed = companyChange.safeParse(stored);
  return parsed.success ? parsed.data : {};
}

function logoOf(stored: unknown): Logo | null {
  const parsed = storedLogo.safeParse(stored);
  if (!parsed.success || parsed.data === null) return null;
  const { type, data } = parsed.data;
  const bytes = Buffer.from(data, 'base64');
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  return { type, bytes, path: `/company-logo/${hash}.${type === 'image/png' ? 'png' : 'jpg'}` };
}

type CreateCompanyOptions = Uses<'log' | 'db' | 'activity'> & { readonly cluster: Cluster };

export async function createCompany(
  options: CreateCompanyOptions,
): Promise<Capability & { readonly company: Company }> {
  const { log, db, activity, cluster } = options;
  const { bus } = cluster;
  const company = await Company.open({
    db,
    log,
    activity,
    onCommit: () => bus.publish('company', 'settings'),
  });
  bus.follow('company', () => company.catchUp());
  return { company, routes: (router) => mountCompany(router, company) };
}

function mountCompany(router: Router, company: Company): void {
  const current = () => company.toResponse();
  mountRoutes(router, COMPANY_ROUTES, {
    company: current,
    changeCompany: async ({ body, session }) => {
      await company.change(body, session);
      return current();
    },
    setCompanyLogo: async ({ body, session }) => {
      await company.setLogo(body.data, session);
      return current();
    },
    removeCompanyLogo: async ({ session }) => {
      await company.removeLogo(session);
      return current();
    },
  });
}

// Serves the company's logo as a public file: the sign-in page and the pages for people without a session show it.
const FOLDER = '/company-logo/';

/**
 * Responds with the type detected from the content, and with a policy that prevents the image from running code when opened as a page.
 */
export function serveLogo(company: Company): RequestHandler {
  return (request, response, next) => {
    if (!request.path.startsWith(FOLDER)) return next();
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Problem(405, 'method_not_allowed', `${request.method} is not allowed here`, {
        headers: { Allow: 'GET, HEAD' },
      });
    const { logo } = company;
    if (logo?.path !== request.path) throw new Problem(404, 'not_found', 'This logo was replaced or removed');
    response
      .status(200)
      .set({
        'Content-Type': logo.type,
        'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
        'Content-Disposition': 'inline',
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
      .send(logo.bytes);
  };
}

/** Type and size of an image file, read from its first bytes: images are not decoded on the server. */
interface ImageFacts {
  readonly type: LogoType;
  readonly width: number;
  readonly height: number;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Null when the file is neither a PNG nor a JPEG with a readable size. */
function imageFacts(bytes: Buffer): ImageFacts | null {
  return pngFacts(bytes) ?? jpegFacts(bytes);
}

function pngFacts(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 33 || !bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return null;
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Start-of-frame markers contain the size; C4, C8 and CC in that range have other meanings. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function jpegFacts(bytes: Buffer): ImageFacts | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    if (isFrame(marker))
      return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
