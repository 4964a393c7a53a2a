import type { Person } from '../../platform/lib/person.ts';
import type { Database } from '../../platform/store/database.ts';
import {
  type ExceptionEventRow,
  type ExceptionRow,
  saveExceptions,
} from '../../platform/store/exceptions.ts';
import type { EventDetail, Exception, ExceptionChange } from './reducer.ts';
import { toNote } from './triage-response.ts';

export class ExceptionChanges {
  readonly rows = new Map<string, ExceptionRow>();
  readonly events: ExceptionEventRow[] = [];
  readonly #next: () => number;
  readonly #at: number;
  readonly #act: { readonly act_id: string; readonly by: Person } | null;

  constructor(next: () => number, at: number, act: { act_id: string; by: Person } | null = null) {
    this.#next = next;
    this.#at = at;
    this.#act = act;
  }

  /** `previous`: given if the change keeps its version because others need not know it before they act. */
  add({ kind, exception, detail }: ExceptionChange, previous?: ExceptionRow): ExceptionRow {
    const event = this.addEvent({ kind, detail, load: exception, exception });
    const last_note = kind === 'note' ? JSON.stringify(toNote(event)) : exception.last_note;
    const row: ExceptionRow = {
      ...exception,
      last_note,
      acted_by: previous ? previous.acted_by : (this.#act?.by.sub ?? null),
      version: previous?.version ?? event.seq,
      change: event.seq,
    };
    this.rows.set(row.id, row);
    return row;
  }

  addEvent(event: {
    readonly kind: ExceptionEventRow['kind'];
    readonly detail: EventDetail | null;
    readonly load: { readonly load_id: string; readonly load_ref: string | null };
    readonly exception: Exception | null;
  }): ExceptionEventRow {
    const row: ExceptionEventRow = {
      seq: this.#next(),
      act_id: this.#act?.act_id ?? null,
      exception_id: event.exception?.id ?? null,
      load_id: event.load.load_id,
      load_ref: event.load.load_ref,
      cause: event.exception?.cause ?? null,
      at: this.#at,
      sub: this.#act?.by.sub ?? null,
      name: this.#act?.by.name ?? null,
      kind: event.kind,
      detail: event.detail && JSON.stringify(event.detail),
      undone_at: null,
    };
    this.events.push(row);
    return row;
  }

  changed(load_id: string): boolean {
    return this.events.some((event) => event.load_id === load_id);
  }

  async save(trx: Database): Promise<void> {
    await saveExceptions(trx, [...this.rows.values()], this.events);
  }
}
