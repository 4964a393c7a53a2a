/**
 * Drafts of jobs on this computer, one for each person and kind: they survive a reload, a sign-in and an error. Passwords are never
 * written: their cells are kept empty.
 */
import type { BulkKind } from '@waypost/contract/api/bulk';
import { BULK_KINDS } from '@waypost/contract/api/words';
import { uuid } from '@waypost/contract/common';
import { z } from 'zod';
import { type BulkDraft, PRESETS } from './draft.ts';
import { isSecret } from './fields.ts';

const kept = z.object({
  /** Milliseconds since 1970. */
  saved_at: z.number(),
  draft: z.object({
    kind: z.enum(BULK_KINDS),
    name: z.string().nullable(),
    has_head: z.boolean(),
    columns: z.array(z.object({ head: z.string(), field: z.string().nullable() })).min(1),
    rows: z.array(z.object({ id: z.number().int(), cells: z.array(z.string()) })).min(1),
    defaults: z.object({
      preset: z.enum(PRESETS),
      expires_in_hours: z.string(),
      fleet_regulatory_id_type: z.string(),
      connection_id: z.string(),
      is_driver: z.boolean(),
      default_time_zone: z.string(),
      is_sync: z.boolean(),
    }),
    secrets_lost: z.boolean(),
    sending: z.array(z.object({ id: uuid, row_ids: z.array(z.number().int()) })).nullable(),
    left_of: z.array(uuid),
  }) satisfies z.ZodType<BulkDraft>,
});
export interface KeptDraft {
  readonly saved_at: number;
  readonly draft: BulkDraft;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

const PREFIX = 'waypost.bulk_draft.';
/** Drafts older than this are let go. */
const KEPT_MS = 30 * 86_400_000;

/** The draft without any password; and whether it has lost one by that. */
export function withoutSecrets(draft: BulkDraft): BulkDraft {
  const secret = draft.columns.map(({ field, head }) => isSecret(field, head));
  if (!secret.includes(true)) return draft;
  const rows = draft.rows.map(({ id, cells }) => ({
    id,
    cells: cells.map((cell, at) => (secret[at] ? '' : cell)),
  }));
  const lost = draft.rows.some(({ cells }) => cells.some((cell, at) => secret[at] && cell !== ''));
  return { ...draft, rows, secrets_lost: draft.secrets_lost || lost };
}

export class BulkShelf {
  readonly #storage: Storage | null;
  readonly #person: string;
  readonly #now: () => number;

  /** @param person subject of the session: people who share a computer do not share drafts */
  constructor(storage: Storage | null, person: string, now: () => number) {
    this.#storage = storage;
    this.#person = person;
    this.#now = now;
  }

  read(kind: BulkKind): KeptDraft | null {
    try {
      const text = this.#storage?.getItem(this.#key(kind));
      const parsed = text ? kept.safeParse(JSON.parse(text)) : null;
      if (!parsed?.success || this.#now() - parsed.data.saved_at > KEPT_MS) return null;
      return parsed.data;
    } catch {
      return null;
    }
  }

  /** False when this browser does not keep it: the page then must not say that it does. */
  write(draft: BulkDraft): boolean {
    try {
      if (!this.#storage) return false;
      const value = { saved_at: this.#now(), draft: withoutSecrets(draft) };
      this.#storage.setItem(this.#key(draft.kind), JSON.stringify(value));
      return true;
    } catch {
      // Full: an older state of it must not come back as if it were this one.
      this.remove(draft.kind);
      return false;
    }
  }

  remove(kind: BulkKind): void {
    try {
      this.#storage?.removeItem(this.#key(kind));
    } catch {
      // A forbidden storage keeps nothing.
    }
  }

  #key(kind: BulkKind): string {
    return `${PREFIX}${this.#person}/${kind}`;
  }
}

export function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
