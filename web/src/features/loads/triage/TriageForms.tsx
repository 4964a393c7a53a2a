import { Button, Menu, Textarea } from '@mantine/core';
import { CLOSE_REASONS } from '@waypost/contract/api/load-triage';
import { NOTE_MAX, SNOOZE_MAX_MS, type TriageAct } from '@waypost/contract/api/triage';
import { TRIAGE_ROUTES } from '@waypost/contract/api/triage-routes';
import { useState } from 'react';
import { z } from 'zod';
import { asProblem } from '../../../api/problem.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useRead } from '../../../api/server-state.ts';
import { useLive } from '../../../live/context.ts';
import { aheadProblem, TimeAheadField } from '../../../live/DateTimeField.tsx';
import { useFormDrafts } from '../../../live/form/draft.ts';
import { type Attempt, checkedWith, useForm } from '../../../live/form/form.ts';
import { closeOnEscape } from '../../../live/form/parts.tsx';
import { isolated } from '../../../ui/bidi.ts';
import { typeAhead } from '../../../ui/keys.ts';
import shared from '../../../ui/shared.module.css';
import { dockTime, personZone, shortDateTime, zoneName } from '../../../ui/time.ts';
import { fromWall, toWall } from '../../../ui/zoned.ts';
import { stopZone } from '../predicted.ts';
import { type Versions, versionsOf } from './commands.ts';
import { CLOSE_WORDS } from './words.ts';

const noteDraft = z.object({ text: z.string() });
const NO_NOTE = { text: '' };
/** Unsent notes by load, or by a name for a group. */
export const useNotes = () => useFormDrafts('load_note', noteDraft);

const snoozeDraft = z.object({ wall: z.string() });
/** Unfinished snoozes, with the same names. */
export const useSnoozes = () => useFormDrafts('load_snooze', snoozeDraft);

const HOUR = 3600_000;
/** Milliseconds from now; null: until something changes. Every snooze ends early when something does. */
export const SNOOZE_CHOICES = [
  ['Until something changes', null],
  ['30 minutes', HOUR / 2],
  ['1 hour', HOUR],
  ['2 hours', 2 * HOUR],
  ['4 hours', 4 * HOUR],
  ['12 hours', 12 * HOUR],
] as const;

/** @param now the server's clock */
export const snoozeAct = (ms: number | null, now: number) =>
  ({ kind: 'snooze', until: ms === null ? null : new Date(now + ms).toISOString() }) as const;

interface ActItemsProps {
  readonly onAct: (act: TriageAct) => void;
}

/** A snooze up to an appointment ends this long before it. */
const BEFORE_APPOINTMENT_MS = HOUR / 2;

interface SnoozeItemsProps extends ActItemsProps {
  readonly load_ids: readonly string[];
  /** Opens the form for a custom time. */
  readonly onUntil: () => void;
}

export function SnoozeItems({ load_ids, onAct, onUntil }: SnoozeItemsProps) {
  const { store, clock } = useLive();
  const now = clock.now();
  const ahead = load_ids.flatMap((load_id) => {
    const at = store.facts(load_id)?.appointment_at ?? 0;
    return at > now ? [{ at, load: store.get(load_id) }] : [];
  });
  const next = ahead.toSorted((a, b) => a.at - b.at)[0];
  const appointment = next?.at ?? null;
  const stop = next?.load?.stops.find((one) => Date.parse(one.estimated_arrival_at ?? '') === next.at);
  const zone = next?.load && stopZone(next.load, stop?.sequence);
  const appt = appointment === null ? '' : `Appt ${dockTime(appointment, now, zone)}`;
  const item = (label: string, ms: number | null) => (
    <Menu.Item key={label} onClick={() => onAct(snoozeAct(ms, clock.now()))}>
      {label}
      {ms !== null && <span className={shared.small}> to {shortDateTime(now + ms, now)}</span>}
      {appointment !== null && ms !== null && now + ms > appointment && (
        <div className={shared.small}>After {appt}: ends when it passes</div>
      )}
    </Menu.Item>
  );
  return (
    <>
      {SNOOZE_CHOICES.map(([label, ms]) => item(label, ms))}
      {appointment !== null &&
        appointment - now > BEFORE_APPOINTMENT_MS &&
        item(`30 min before ${appt}`, appointment - BEFORE_APPOINTMENT_MS - now)}
      <Menu.Item closeMenuOnClick={false} onClick={onUntil}>
        Until a time…
      </Menu.Item>
    </>
  );
}

export function CloseItems({ onAct }: ActItemsProps) {
  return (
    <>
      <Menu.Label>Closed until another problem comes up</Menu.Label>
      {CLOSE_REASONS.map((reason) => (
        <Menu.Item key={reason} onClick={() => onAct({ kind: 'close', reason })}>
          {CLOSE_WORDS[reason]}
        </Menu.Item>
      ))}
    </>
  );
}

interface PeopleItemsProps {
  readonly load_ids: readonly string[];
  readonly onAct: (act: TriageAct, seen: Versions) => void;
}

export function PeopleItems({ load_ids, onAct }: PeopleItemsProps) {
  const { store } = useLive();
  // Whoever takes a load while the menu is open keeps it.
  const [seen] = useState(() => versionsOf(store, load_ids));
  const { data, error } = useRead(TRIAGE_ROUTES.triagePeople, queryKeys.triagePeople(), {
    staleTime: 60_000,
  });
  if (error) return <Menu.Label>{asProblem(error).message}</Menu.Label>;
  if (!data) return <Menu.Label>Loading people…</Menu.Label>;
  if (data.items.length === 0) return <Menu.Label>No one has signed in recently</Menu.Label>;
  return data.items.map(({ sub, name }) => (
    <Menu.Item key={sub} onClick={() => onAct({ kind: 'assign', sub }, seen)}>
      {isolated(name)}
    </Menu.Item>
  ));
}

/** What follows from a note. */
type TakeAndSnooze = { readonly take: true; readonly snooze_until: null } | undefined;
const TAKE_AND_SNOOZE: TakeAndSnooze = { take: true, snooze_until: null };

interface NoteFormProps {
  readonly notes: ReturnType<typeof useNotes>;
  /** Key of the draft: the load's id, or a name for a group. */
  readonly draft: string;
  /** There is an exception, which the note can take and snooze. */
  readonly open: boolean;
  /** False: the note was not added, and the form stays. */
  readonly onSend: (act: TriageAct) => Promise<boolean>;
  readonly onClose: () => void;
}

export function NoteForm({ notes, draft, open, onSend, onClose }: NoteFormProps) {
  const form = useForm({
    drafts: notes,
    name: draft,
    initial: NO_NOTE,
    check: ({ text }) => ({ body: text.trim() === '' ? null : text, errors: new Map() }),
    send: (text: string, { how }: Attempt<TakeAndSnooze>) => onSend({ kind: 'note', text, ...how }),
    onDone: onClose,
  });
  const empty = form.values.text.trim() === '';
  return (
    <form {...form.element} className={shared.columnTight} style={{ marginTop: 8 }}>
      <Textarea
        {...form.text('text', 'Note')}
        description={`Everyone who sees this load can read it. Ctrl Enter adds it${open ? '; with Shift, it also takes the load and snoozes it until something changes' : ''}.`}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={NOTE_MAX}
        data-autofocus
        autoFocus
        onFocus={() => {
          const typed = typeAhead.take();
          if (typed) form.set({ text: form.values.text + typed });
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            form.submit(open && event.shiftKey ? TAKE_AND_SNOOZE : undefined);
          closeOnEscape(onClose)(event);
        }}
      />
      <div className={shared.wrappedBelow}>
        <Button type="submit" variant="filled" loading={form.busy} disabled={empty}>
          Add note
        </Button>
        {open && (
          <Button disabled={empty || form.busy} onClick={() => form.submit(TAKE_AND_SNOOZE)}>
            Add, take, and snooze
          </Button>
        )}
        <Button onClick={form.leave(onClose)}>Discard</Button>
      </div>
    </form>
  );
}

interface SnoozeFormProps {
  readonly snoozes: ReturnType<typeof useSnoozes>;
  readonly draft: string;
  /** @param until ISO 8601 */
  readonly onSnooze: (until: string) => void;
  readonly onCancel: () => void;
}

export function SnoozeForm({ snoozes, draft, onSnooze, onCancel }: SnoozeFormProps) {
  const { clock } = useLive();
  const zone = personZone();
  const form = useForm({
    drafts: snoozes,
    name: draft,
    initial: () => ({ wall: toWall(clock.now() + HOUR, zone) }),
    check: ({ wall }) => {
      const at = fromWall(wall, zone)?.at;
      return checkedWith(at ?? null, { wall: aheadProblem(at, clock.now(), SNOOZE_MAX_MS) });
    },
    send: async (until) => until,
    onDone: onSnooze,
  });
  const { wall } = form.values;
  const close = form.leave(onCancel);
  return (
    <form
      {...form.element}
      className={shared.columnTight}
      style={{ marginTop: 8 }}
      onKeyDown={closeOnEscape(close)}
    >
      <TimeAheadField
        label={`Snooze until, ${zoneName(fromWall(wall, zone)?.at ?? clock.now(), zone)}`}
        description="Ends sooner when something changes."
        autoFocus
        data-autofocus
        value={wall}
        error={form.errors.get('wall')}
        onChange={(text) => form.set({ wall: text })}
      />
      <div className={shared.wrappedBelow}>
        <Button type="submit" variant="filled">
          Snooze
        </Button>
        <Button onClick={close}>Cancel</Button>
      </div>
    </form>
  );
}
