import { Button, Menu } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadTriage } from '@waypost/contract/api/load-triage';
import type { TriageAct, TriageEvent } from '@waypost/contract/api/triage';
import { TRIAGE_ROUTES } from '@waypost/contract/api/triage-routes';
import { isConfirmed } from '@waypost/triage/doubt';
import { graceOf } from '@waypost/triage/late-limits';
import { expectedLateness, passedAppointmentAt } from '@waypost/triage/lateness';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useDisabledReason, usePerson } from '../../../api/context.ts';
import { asProblem } from '../../../api/problem.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useRead } from '../../../api/server-state.ts';
import { Age } from '../../../live/Age.tsx';
import { useFacts, useLive, useNow } from '../../../live/context.ts';
import { usePickedIds } from '../../../live/picks.ts';
import { isolated } from '../../../ui/bidi.ts';
import { GuardedButton } from '../../../ui/buttons.tsx';
import { pressKeptKeys, type ShortcutHelp, typeAhead, useShortcuts } from '../../../ui/keys.ts';
import { Section } from '../../../ui/Section.tsx';
import shared from '../../../ui/shared.module.css';
import { shortDateTime, zoneName } from '../../../ui/time.ts';
import classes from '../LoadPanel.module.css';
import { useLoadActs } from '../list-keys.tsx';
import { useTriage, type Versions } from './commands.ts';
import { TakeDialog } from './TakeDialog.tsx';
import {
  CloseItems,
  NoteForm,
  PeopleItems,
  SnoozeForm,
  SnoozeItems,
  snoozeAct,
  useNotes,
  useSnoozes,
} from './TriageForms.tsx';
import { eventText, ownerText, stateText } from './words.ts';

const SNOOZE_KEYS: ShortcutHelp = [[['Shift Z'], 'Snooze the open load for a time']];
/** While no load is picked: picked loads have these keys. */
const KEYS: ShortcutHelp = [
  [['t'], 'Take the open load, or release it'],
  [['n'], 'Add a note to the open load'],
  [['z'], 'Snooze the open load until something changes, or end its snooze'],
  ...SNOOZE_KEYS,
  [['c'], 'Close the exception of the open load'],
];
const EVENTS_SHOWN = 2;

type OpenPart = 'note' | 'snooze' | 'snooze_until' | 'close' | 'assign' | 'take' | null;

export function TriageSection({ load }: { readonly load: BoardLoad }) {
  const { load_id, triage } = load;
  const { clock } = useLive();
  const sub = usePerson();
  const disabledReason = useDisabledReason('manage_loads');
  const send = useTriage();
  const notes = useNotes();
  const snoozes = useSnoozes();
  const [open, setOpen] = useState<OpenPart>(() =>
    notes.read(load_id) ? 'note' : snoozes.read(load_id) ? 'snooze_until' : null,
  );
  // The button is not there while the form is.
  const [note_left, setNoteLeft] = useState(false);
  const act = (what: TriageAct, seen?: Versions) => send([load_id], what, seen && { seen });
  const mine = triage?.owner?.sub === sub;
  const take = () => act({ kind: 'assign' });
  const toggleOwner = () => {
    if (mine) void act({ kind: 'assign', sub: null });
    else if (triage?.owner) setOpen('take');
    else void take();
  };
  const can_edit = disabledReason === null;
  const note = useRef<HTMLDivElement>(null);
  const openNote = () => {
    const field = note.current?.querySelector('textarea');
    if (field) return field.focus();
    typeAhead.start();
    setOpen('note');
  };
  const active = can_edit && triage != null && triage.closed === null;
  usePickedIds();
  const for_picked = useLoadActs().picked().length > 0;
  useShortcuts(
    {
      Z: () => active && triage.snooze === null && setOpen('snooze'),
      ...(!for_picked && {
        n: () => can_edit && openNote(),
        t: () => active && toggleOwner(),
        z: () => active && void act(triage.snooze ? { kind: 'wake' } : snoozeAct(null, clock.now())),
        c: () => active && setOpen('close'),
      }),
    },
    for_picked ? SNOOZE_KEYS : KEYS,
  );
  useLayoutEffect(pressKeptKeys, []);
  const onAct = (what: TriageAct, seen?: Versions) => void act(what, seen);
  const menu = (part: OpenPart, label: string, width: number, items: ReactNode) => (
    <Menu
      width={width}
      opened={open === part}
      // A menu that closes must not close the form opened from it.
      onChange={(opened) =>
        setOpen((previous) => (opened && can_edit ? part : previous === part ? null : previous))
      }
      // A form opened from the menu takes the focus instead.
      returnFocus={open !== 'snooze_until'}
    >
      <Menu.Target>
        <GuardedButton disabledReason={disabledReason}>{label}</GuardedButton>
      </Menu.Target>
      <Menu.Dropdown>{items}</Menu.Dropdown>
    </Menu>
  );
  return (
    <Section
      title="Triage"
      aside={
        open !== 'note' && (
          <GuardedButton
            size="compact-xs"
            autoFocus={note_left}
            disabledReason={disabledReason}
            onClick={() => setOpen('note')}
          >
            Add note
          </GuardedButton>
        )
      }
    >
      {triage ? <State load={load} triage={triage} sub={sub} /> : <NothingYet load={load} />}
      {triage && (
        <div className={shared.wrappedBelow}>
          {triage.closed === null && (
            <>
              <GuardedButton disabledReason={disabledReason} onClick={toggleOwner}>
                {mine ? 'Release' : 'Take'}
              </GuardedButton>
              {menu(
                'assign',
                'Assign',
                220,
                open === 'assign' && <PeopleItems load_ids={[load_id]} onAct={onAct} />,
              )}
              {triage.snooze ? (
                <GuardedButton disabledReason={disabledReason} onClick={() => void act({ kind: 'wake' })}>
                  End snooze
                </GuardedButton>
              ) : (
                menu(
                  'snooze',
                  'Snooze',
                  280,
                  open === 'snooze' && (
                    <SnoozeItems load_ids={[load_id]} onAct={onAct} onUntil={() => setOpen('snooze_until')} />
                  ),
                )
              )}
              {menu('close', 'Close as…', 260, <CloseItems onAct={onAct} />)}
            </>
          )}
          {triage.closed && (
            <GuardedButton disabledReason={disabledReason} onClick={() => void act({ kind: 'reopen' })}>
              Reopen
            </GuardedButton>
          )}
        </div>
      )}
      {open === 'note' && can_edit && (
        <div ref={note}>
          <NoteForm
            key={load_id}
            notes={notes}
            draft={load_id}
            open={active}
            onSend={act}
            onClose={() => {
              setNoteLeft(true);
              setOpen(null);
            }}
          />
        </div>
      )}
      {open === 'take' && active && triage.owner && !mine && (
        <TakeDialog
          name={isolated(load.load_ref ?? load_id)}
          owner={triage.owner}
          onTake={take}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'snooze_until' && active && triage.snooze === null && (
        <SnoozeForm
          key={load_id}
          snoozes={snoozes}
          draft={load_id}
          onSnooze={(until) => {
            setOpen(null);
            void act({ kind: 'snooze', until });
          }}
          onCancel={() => setOpen(null)}
        />
      )}
      <History load={load} />
    </Section>
  );
}

interface StateProps {
  readonly load: BoardLoad;
  readonly triage: LoadTriage;
  readonly sub: string;
}

function State({ load, triage, sub }: StateProps) {
  const facts = useFacts(load.load_id);
  const quiet_until =
    facts?.triage === 'snoozed' && triage.snooze === null ? load.dispatcher_eta?.at : undefined;
  const state = useNow((now) =>
    quiet_until
      ? `Quiet until the ETA, ${shortDateTime(quiet_until, now)} ${zoneName(quiet_until)}`
      : stateText(triage, now),
  );
  return (
    <p className={shared.plain}>
      <strong>{ownerText(triage, sub)}</strong>
      {state !== null && <>. {state}.</>}
    </p>
  );
}

function History({ load }: { readonly load: BoardLoad }) {
  const { load_id, triage, last_call, dispatcher_eta } = load;
  const [all, setAll] = useState(false);
  const { data, error } = useRead(
    TRIAGE_ROUTES.triageHistory,
    // Refetches the history after each change; a call, or its undo, may leave the exception as it is.
    queryKeys.loadTriage(load_id, triage?.change, last_call?.at, dispatcher_eta?.at),
    {
      params: { load_id },
      background: queryKeys.loadTriage(load_id),
      placeholderData: keepPreviousData,
    },
  );
  if (error) return <p className={shared.plain}>Couldn't load the history: {asProblem(error).message}</p>;
  if (!data || data.items.length === 0) return null;
  const shown = all ? data.items : data.items.slice(0, EVENTS_SHOWN);
  return (
    <>
      <ul className={classes.events} aria-label="History">
        {shown.map((event) => (
          <Event key={event.seq} event={event} load={load} />
        ))}
      </ul>
      {shown.length < data.items.length && (
        <Button onClick={() => setAll(true)}>Show all {data.items.length}</Button>
      )}
    </>
  );
}

function Event({ event, load }: { readonly event: TriageEvent; readonly load: BoardLoad }) {
  const what = useNow((now) => eventText(event, now, load));
  return (
    <li className={classes.event} data-undone={event.undone || undefined}>
      <span>{what}</span>
      {/* On its own line, so that the age does not wrap. */}
      <div className={shared.secondary}>
        {event.undone && '(undone) '}
        {event.by ? `${isolated(event.by.name)}, ` : ''}
        <Age at={event.at} ago />
      </div>
    </li>
  );
}

/** A load that will probably be late, or may have arrived unseen, says so already, before it is listed. */
function NothingYet({ load }: { readonly load: BoardLoad }) {
  const why = useNow((now) => {
    if (passedAppointmentAt(load, now) !== null)
      return 'Nothing to triage yet: the appointment has passed, and the truck may have been there unseen. It is listed once it is seen driving after the appointment, or too far away to have been there.';
    const expected = expectedLateness(load, now);
    if (expected === null) return 'Nothing to triage.';
    if (expected.appointment_at + graceOf(load) >= now)
      return 'Nothing to triage yet: some trucks arrive before our estimate begins. It is listed as Running late once being in time is no longer plausible.';
    return `Nothing to triage yet: the appointment has passed, and ${isConfirmed(load) ? 'the truck may have been there unseen' : 'its truck is not confirmed yet'}.`;
  });
  return <p className={shared.plain}>{why}</p>;
}
