/**
 * What somebody types into a form is a draft: it survives errors, a reload, a sign-in and a new version. A draft remembers what it began
 * with, so that a colleague's change meanwhile is neither overwritten nor lost. A secret is never part of a draft: keep it in `useState`.
 */
import { useWindowEvent } from '@mantine/hooks';
import { uuid } from '@waypost/contract/common';
import {
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { z } from 'zod';
import { usePerson } from '../../api/context.ts';
import { DraftStore, type SaveState, tabStorage } from '../../ui/draft-store.ts';
import { browserStorage } from '../../ui/prefs.ts';
import { toast } from '../../ui/toasts.ts';
import { useLive } from '../context.ts';

/** `sending` was interrupted, `no_answer` got no response, `unknown` was reported by the server. */
const SENT_STATES = ['sending', 'no_answer', 'unknown'] as const;
export type SentState = (typeof SENT_STATES)[number];

export interface FormDraft<T> {
  /** What the form began with; what differs from it was typed. */
  readonly base: T;
  readonly values: T;
  /** Sent as `Idempotency-Key`; the same for every attempt, so that a retry never creates a duplicate. */
  readonly intent_id: string;
  readonly sent: SentState | null;
}

export type FormDrafts<T> = DraftStore<FormDraft<T>>;

/** `tab`: until the tab is closed or the person signs out; `computer`: a month. */
type Place = 'tab' | 'computer';

/**
 * The drafts of this person, by name.
 * @param kind namespace in storage
 * @param schema of one draft; must be the same object on every render
 * @param toStored what of it is stored; must be the same function on every render
 */
export function useDrafts<T>(
  kind: string,
  schema: z.ZodType<T>,
  place: Place = 'tab',
  toStored?: (value: T) => T,
): DraftStore<T> {
  const person = usePerson();
  const { clock } = useLive();
  const drafts = useMemo(() => {
    const storage = place === 'tab' ? tabStorage() : browserStorage();
    return new DraftStore({ storage, kind, person, schema, toStored, now: clock.now });
  }, [kind, schema, place, person, toStored, clock]);
  useSyncExternalStore(drafts.subscribe, drafts.all);
  useWindowEvent('pagehide', drafts.flush);
  useEffect(() => drafts.flush, [drafts]);
  return drafts;
}

/** @param schema of the values as typed; must be the same object on every render */
export function useFormDrafts<T>(kind: string, schema: z.ZodType<T>, place?: Place): FormDrafts<T> {
  const draft = useMemo(
    () => z.object({ base: schema, values: schema, intent_id: uuid, sent: z.enum(SENT_STATES).nullable() }),
    [schema],
  );
  return useDrafts<FormDraft<T>>(kind, draft as unknown as z.ZodType<FormDraft<T>>, place);
}

export interface FormDraftSetup<T> {
  readonly drafts: FormDrafts<T>;
  /** Which draft: the id of the record, or what a new one is made from. */
  readonly name: string;
  /** What is stored, as typed values, or a function that begins a new thing. A change of what is stored updates the untouched fields. */
  readonly initial: T | (() => T);
  /** Unique ids, used as idempotency keys. */
  readonly newId?: (() => string) | undefined;
}

export interface DraftEditor<T> {
  readonly values: T;
  /** What the draft began with. */
  readonly base: T;
  /** Stable functions. */
  readonly change: (next: (before: T) => T) => void;
  readonly set: (part: Partial<T>) => void;
  /** Counts the changes by a person. */
  readonly edits: RefObject<number>;
  /** False when the values are what is stored. */
  readonly changed: boolean;
  /** Fields that a colleague has changed too, with the colleague's value. */
  readonly conflicts: Partial<T>;
  /** Decides the conflicts of fields. */
  readonly settle: (fields: readonly (keyof T)[], whose: 'mine' | 'theirs') => void;
  readonly discard: () => void;
  readonly save_state: SaveState;
  readonly intent_id: string;
  readonly sent: SentState | null;
  /** Stored immediately, so that an attempt is known even after a crash of the page. */
  readonly markSent: (sent: SentState | null) => void;
  readonly newIntent: () => void;
  /**
   * The draft has been accepted.
   * @param stored the accepted values; null: of a new thing, whose draft is over
   * @returns true when more was typed meanwhile, which stays as a draft
   */
  readonly done: (sent: T, stored: T | null) => boolean;
}

/** Begins a draft of a form that is not open yet. */
export function beginDraft<T>(drafts: FormDrafts<T>, name: string, base: T, values: T): void {
  drafts.write(name, { base, values, intent_id: randomId(), sent: null });
}

/**
 * The record of a draft was deleted by somebody else: what was typed becomes the draft of a new one, unless one was begun already.
 * @param what `site`
 * @returns whether it did
 */
export function keepAsNew<T>(
  drafts: FormDrafts<T>,
  from: string,
  to: string,
  base: T,
  what: string,
): boolean {
  const draft = drafts.read(from);
  if (!draft || drafts.read(to)) return false;
  beginDraft(drafts, to, base, draft.values);
  drafts.remove(from);
  toast({
    title: `This ${what} was deleted`,
    text: `Somebody deleted it while you were typing. What you typed is kept as a new ${what}: save it to add the ${what} again.`,
    stays: true,
  });
  return true;
}

export const same = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b);
const randomId = () => crypto.randomUUID();

export function useFormDraft<T extends object>(setup: FormDraftSetup<T>): DraftEditor<T> {
  const { drafts, name, initial, newId = randomId } = setup;
  const begin = () => ({
    name,
    base: typeof initial === 'function' ? initial() : initial,
    intent_id: newId(),
  });
  const [kept, setBegun] = useState(begin);
  let begun = kept;
  const is_record = typeof initial !== 'function';
  if (begun.name !== name) begun = begin();
  else if (is_record && !same(begun.base, initial)) begun = { ...begun, base: initial };
  if (begun !== kept) setBegun(begun);

  const stored = drafts.read(name);
  const draft = useMemo((): FormDraft<T> => {
    const { base, intent_id } = begun;
    if (!stored) return { base, values: base, intent_id, sent: null };
    return is_record ? rebased(stored, base) : stored;
  }, [stored, begun, is_record]);
  const conflicts = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(begun.base).filter(
          ([field, theirs]) => is_record && !same(draft.base[field as keyof T], theirs),
        ),
      ) as Partial<T>,
    [draft, begun, is_record],
  );

  const edits = useRef(0);
  const change = useCallback(
    (next: (before: T) => T) => {
      const { base, intent_id } = begun;
      const now = drafts.read(name) ?? { base, values: base, intent_id, sent: null };
      const before = is_record ? rebased(now, base) : now;
      const values = next(before.values);
      if (values === before.values) return;
      edits.current += 1;
      if (same(values, before.base) && before.sent === null) drafts.remove(name);
      else drafts.put(name, { ...before, values });
    },
    [drafts, name, begun, is_record],
  );
  const set = useCallback((part: Partial<T>) => change((before) => ({ ...before, ...part })), [change]);
  const writeNow = (more: Partial<FormDraft<T>>) => {
    drafts.write(name, { ...draft, ...drafts.read(name), ...more });
  };
  const restart = () => {
    drafts.remove(name);
    setBegun(begin());
  };
  return {
    values: draft.values,
    base: draft.base,
    change,
    set,
    edits,
    changed: !same(draft.values, draft.base),
    conflicts,
    settle: (fields, whose) => {
      const theirs = Object.fromEntries(fields.map((field) => [field, begun.base[field]]));
      const values = whose === 'mine' ? draft.values : { ...draft.values, ...theirs };
      drafts.write(name, { ...draft, values, base: { ...draft.base, ...theirs } });
    },
    discard: restart,
    save_state: drafts.state(name),
    intent_id: draft.intent_id,
    sent: draft.sent,
    markSent: (sent) => writeNow({ sent }),
    newIntent: () => {
      if (drafts.read(name)) writeNow({ intent_id: newId(), sent: null });
      else setBegun({ ...begun, intent_id: newId() });
    },
    done: (sent, accepted) => {
      const now = drafts.read(name);
      const values = now && is_record ? rebased(now, begun.base).values : now?.values;
      const more = accepted !== null && values !== undefined && !same(values, sent);
      if (more) drafts.write(name, { base: accepted, values, intent_id: newId(), sent: null });
      else restart();
      return more;
    },
  };
}

/** The draft over what is stored now: untouched fields follow; `base` stays only where both sides changed a field. */
function rebased<T extends object>(draft: FormDraft<T>, theirs: T): FormDraft<T> {
  if (same(draft.base, theirs)) return draft;
  const base = { ...theirs };
  const values = { ...theirs };
  for (const field of Object.keys(theirs) as (keyof T)[]) {
    const mine = draft.values[field];
    if (same(mine, draft.base[field])) continue;
    values[field] = mine;
    if (!same(draft.base[field], theirs[field]) && !same(mine, theirs[field]))
      base[field] = draft.base[field];
  }
  return { ...draft, base, values };
}
