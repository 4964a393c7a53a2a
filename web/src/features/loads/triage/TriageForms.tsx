import { Button, Menu, Textarea } from '@mantine/core';
import { CLOSE_REASONS } from '@waypost/contract/api/load-triage';
import { NOTE_MAX, SNOOZE_MAX_MS, type TriageAct } from '@waypost/contract/api/triage';
import { TRIAGE_ROUTES } from '@waypost/contract/api/triage-routes';
import { useState } from 'react';
import { z } from 'zod';
import { usePerson } from '../../../api/context.ts';
import { asProblem } from '../../../api/problem.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useRead } from '../../../api/server-state.ts';
import { useLive } from '../../../live/context.ts';
import { DateTimeField } from '../../../live/DateTimeField.tsx';
import { isolated } from '../../../ui/bidi.ts';
import { DraftStore } from '../../../ui/draft-store.ts';
import { typeAhead } from '../../../ui/keys.ts';
import shared from '../../../ui/shared.module.css';
import { personZone, shortDateTime, zoneName } from '../../../ui/time.ts';
import { fromWall, toWall } from '../../../ui/zoned.ts';
import { CLOSE_WORDS } from './words.ts';

/** Drafts of notes, per person and load, in this tab: they survive errors, reloads and opening another load. */
const drafts = (person: string) =>
  new DraftStore({
    storage: globalThis.sessionStorage ?? null,
    kind: 'load_note',
    person,
    schema: z.string(),
    now: Date.now,
  });

export const readNote = (person: string, load_id: string): string => drafts(person).read(load_id) ?? '';
const writeNote = (person: string, load_id: string, text: string): void =>
  void drafts(person).write(load_id, text);
const clearNote = (person: string, load_id: string): void => drafts(person).remove(load_id);

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
  const ahead = load_ids.map((load_id) => store.facts(load_id)?.appointment_at ?? 0).filter((at) => at > now);
  const appointment = ahead.length === 0 ? null : Math.min(...ahead);
  const appt = appointment === null ? '' : `Appt ${shortDateTime(appointment, now)}`;
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

export function PeopleItems({ onAct }: ActItemsProps) {
  const { data, error } = useRead(TRIAGE_ROUTES.triagePeople, queryKeys.triagePeople(), {
    staleTime: 60_000,
  });
  if (error) return <Menu.Label>{asProblem(error).message}</Menu.Label>;
  if (!data) return <Menu.Label>Loading people…</Menu.Label>;
  if (data.items.length === 0) return <Menu.Label>No one has signed in recently</Menu.Label>;
  return data.items.map(({ sub, name }) => (
    <Menu.Item key={sub} onClick={() => onAct({ kind: 'assign', sub })}>
      {isolated(name)}
    </Menu.Item>
  ));
}

interface NoteFormProps {
  /** Key of the draft: the load's id, or a name for a group. */
  readonly draft: string;
  /** False: the note was not added, and the form stays. */
  readonly onSend: (text: string) => Promise<boolean>;
  readonly onClose: () => void;
}

export function NoteForm({ draft, onSend, onClose }: NoteFormProps) {
  const person = usePerson();
  const [text, setText] = useState(() => readNote(person, draft));
  const [sending, setSending] = useState(false);
  const write = (to: string) => {
    setText(to);
    writeNote(person, draft, to);
  };
  const send = async () => {
    if (text.trim() === '' || sending) return;
    setSending(true);
    const done = await onSend(text);
    setSending(false);
    if (!done) return;
    clearNote(person, draft);
    onClose();
  };
  const cancel = () => {
    clearNote(person, draft);
    onClose();
  };
  return (
    <form
      className={shared.columnTight}
      style={{ marginTop: 8 }}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Textarea
        label="Note"
        description="Everyone who sees this load can read it. Ctrl Enter adds it."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={NOTE_MAX}
        data-autofocus
        autoFocus
        onFocus={() => {
          const typed = typeAhead.take();
          if (typed) write(text + typed);
        }}
        value={text}
        onChange={({ currentTarget }) => write(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
        }}
      />
      <div className={shared.wrappedBelow}>
        <Button type="submit" variant="filled" loading={sending} disabled={text.trim() === ''}>
          Add note
        </Button>
        <Button onClick={cancel}>Discard</Button>
      </div>
    </form>
  );
}

interface SnoozeFormProps {
  /** @param until ISO 8601 */
  readonly onSnooze: (until: string) => void;
  readonly onCancel: () => void;
}

export function SnoozeForm({ onSnooze, onCancel }: SnoozeFormProps) {
  const { clock } = useLive();
  const zone = personZone();
  const [wall, setWall] = useState(() => toWall(clock.now() + HOUR, zone));
  const [error, setError] = useState<string | null>(null);
  const read = fromWall(wall, zone);
  const send = () => {
    const time_problem = timeProblem(read?.at, clock.now());
    setError(time_problem);
    if (time_problem === null && read) onSnooze(read.at);
  };
  return (
    <form
      className={shared.columnTight}
      style={{ marginTop: 8 }}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <DateTimeField
        label={`Snooze until, ${zoneName(read?.at ?? clock.now(), zone)}`}
        description="Ends sooner when something changes."
        autoFocus
        data-autofocus
        value={wall}
        error={error}
        onChange={(text) => {
          setWall(text);
          setError(null);
        }}
      />
      <div className={shared.wrappedBelow}>
        <Button type="submit" variant="filled">
          Snooze
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function timeProblem(at: string | undefined, now: number): string | null {
  if (at === undefined) return 'Enter a day and a time';
  const left = Date.parse(at) - now;
  if (left <= 0) return 'Choose a time in the future';
  return left > SNOOZE_MAX_MS ? 'Choose a time within the next 7 days' : null;
}
