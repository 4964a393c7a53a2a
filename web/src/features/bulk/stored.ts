/**
 * Drafts of jobs on this computer, one for each person and kind: they survive a reload, a sign-in and an error. Passwords are never
 * written: their cells are kept empty.
 */
import type { BulkKind } from '@waypost/contract/api/bulk';
import { BULK_KINDS } from '@waypost/contract/api/words';
import { uuid } from '@waypost/contract/common';
import { z } from 'zod';
import { type DraftStorage, DraftStore, type StoredDraft } from '../../ui/draft-store.ts';
import { browserStorage } from '../../ui/prefs.ts';
import { type BulkDraft, PRESETS } from './draft.ts';
import { isSecret } from './fields.ts';

const schema = z.object({
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
  renews_accepted: z.array(z.number().int()).default([]),
  secrets_lost: z.boolean(),
  sending: z.array(z.object({ id: uuid, row_ids: z.array(z.number().int()) })).nullable(),
  left_of: z.array(uuid),
}) satisfies z.ZodType<BulkDraft>;

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

export class BulkDrafts {
  readonly #drafts: DraftStore<BulkDraft>;

  /** @param person subject of the session: people who share a computer do not share drafts */
  constructor(person: string, now: () => number, storage: DraftStorage | null = browserStorage()) {
    this.#drafts = new DraftStore({ storage, kind: 'bulk_draft', person, schema, now });
  }

  read(kind: BulkKind): StoredDraft<BulkDraft> | null {
    return this.#drafts.entry(kind);
  }

  /** False when this browser does not keep it: the page then must not say that it does. */
  write(draft: BulkDraft): boolean {
    return this.#drafts.write(draft.kind, withoutSecrets(draft));
  }

  remove(kind: BulkKind): void {
    this.#drafts.remove(kind);
  }
}
