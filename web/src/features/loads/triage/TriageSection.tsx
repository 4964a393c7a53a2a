/** Who has the exception of a load, and what was done about it; by pointer or by keys. */
import { Button, Menu } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadTriage } from '@waypost/contract/api/load-triage';
import type { TriageAct, TriageEvent } from '@waypost/contract/api/triage';
import { TRIAGE_ROUTES } from '@waypost/contract/api/triage-routes';
import { type ReactNode, useMemo, useState } from 'react';
import { useApi, useDisabledReason, usePerson } from '../../../api/context.ts';
import type { Http } from '../../../api/http.ts';
import { asProblem } from '../../../api/problem.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useLive, useNow } from '../../../live/context.ts';
import { isolated } from '../../../ui/bidi.ts';
import { GuardedButton } from '../../../ui/buttons.tsx';
import { type KeyWords, useShortcuts } from '../../../ui/keys.ts';
import { Section } from '../../../ui/Section.tsx';
import { agoText, fullDateTime } from '../../../ui/time.ts';
import { useTriage } from './commands.ts';
import { CloseItems, PeopleItems, SnoozeItems } from './items.tsx';
import { NoteForm } from './NoteForm.tsx';
import { readNote } from './note-draft.ts';
import { SnoozeForm } from './SnoozeForm.tsx';
import { snoozeAct } from './snooze.ts';
import classes from './TriageSection.module.css';
import { eventText, ownerText, stateText } from './words.ts';

const KEYS: KeyWords = [
  [['t'], 'Take the open load, or release it'],
  [['n'], 'Add a note to the open load'],
  [['z'], 'Snooze the open load until something changes, or end its snooze'],
  [['Shift Z'], 'Snooze the open load for a time'],
  [['c'], 'Close the exception of the open load'],
];
/** What happened lately; the rest on request. */
const SHOWN = 5;

type OpenPart = 'note' | 'snooze' | 'snooze_until' | 'close' | 'assign' | null;

export interface TriageSectionProps {
  readonly load: BoardLoad;
  /** Names a cause in words. */
  readonly causeText: (cause: string) => string;
}

export function TriageSection({ load, causeText }: TriageSectionProps) {
  const { load_id, triage } = load;
  const { clock } = useLive();
  const sub = usePerson();
  const disabledReason = useDisabledReason('manage_loads');
  const send = useTriage();
  const [open, setOpen] = useState<OpenPart>(() => (readNote(sub, load_id) === '' ? null : 'note'));
  const act = (what: TriageAct) => send([load_id], what);
  const mine = triage?.owner?.sub === sub;
  const take = () => void act({ kind: 'assign', ...(mine ? { sub: null } : {}) });
  const may = disabledReason === null;
  const active = may && triage != null && triage.closed === null;
  useShortcuts(
    {
      n: () => may && setOpen('note'),
      t: () => active && take(),
      z: () => active && void act(triage.snooze ? { kind: 'wake' } : snoozeAct(null, clock.now())),
      Z: () => active && triage.snooze === null && setOpen('snooze'),
      c: () => active && setOpen('close'),
    },
    KEYS,
  );
  const menu = (part: OpenPart) => ({
    opened: open === part,
    onChange: (opened: boolean) =>
      // A menu that closes leaves open what was chosen in it.
      setOpen((before) => (opened && may ? part : before === part ? null : before)),
    target: (label: string) => (
      <Menu.Target>
        <GuardedButton disabledReason={disabledReason}>{label}</GuardedButton>
      </Menu.Target>
    ),
  });
  const [snooze, close, assign] = [menu('snooze'), menu('close'), menu('assign')];
  return (
    <Section title="Triage">
      {triage ? <State triage={triage} sub={sub} /> : <p className={classes.state}>Nothing to triage.</p>}
      <div className={classes.acts}>
        {triage && triage.closed === null && (
          <>
            <GuardedButton disabledReason={disabledReason} onClick={take}>
              {mine ? 'Release' : 'Take'}
            </GuardedButton>
            <Menu width={220} opened={assign.opened} onChange={assign.onChange}>
              {assign.target('Assign')}
              <Menu.Dropdown>
                {assign.opened && <PeopleItems onAct={(what) => void act(what)} />}
              </Menu.Dropdown>
            </Menu>
            {triage.snooze ? (
              <GuardedButton disabledReason={disabledReason} onClick={() => void act({ kind: 'wake' })}>
                End snooze
              </GuardedButton>
            ) : (
              <Menu
                width={220}
                opened={snooze.opened}
                onChange={snooze.onChange}
                // The form that was chosen has the focus, and the button again after it.
                returnFocus={open !== 'snooze_until'}
              >
                {snooze.target('Snooze')}
                <Menu.Dropdown>
                  <SnoozeItems onAct={(what) => void act(what)} onUntil={() => setOpen('snooze_until')} />
                </Menu.Dropdown>
              </Menu>
            )}
            <Menu width={260} opened={close.opened} onChange={close.onChange}>
              {close.target('Close as…')}
              <Menu.Dropdown>
                <CloseItems onAct={(what) => void act(what)} />
              </Menu.Dropdown>
            </Menu>
          </>
        )}
        {triage?.closed && (
          <GuardedButton disabledReason={disabledReason} onClick={() => void act({ kind: 'reopen' })}>
            Reopen
          </GuardedButton>
        )}
        {open !== 'note' && (
          <GuardedButton disabledReason={disabledReason} onClick={() => setOpen('note')}>
            Add note
          </GuardedButton>
        )}
      </div>
      {open === 'note' && may && (
        <NoteForm
          key={load_id}
          draft={load_id}
          description="Everyone who sees this load can read it. Ctrl Enter adds it."
          onSend={(text) => act({ kind: 'note', text })}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'snooze_until' && active && triage.snooze === null && (
        <SnoozeForm
          key={load_id}
          onSnooze={(until) => {
            setOpen(null);
            void act({ kind: 'snooze', until });
          }}
          onCancel={() => setOpen(null)}
        />
      )}
      <History load={load} causeText={causeText} />
    </Section>
  );
}

function State({ triage, sub }: { readonly triage: LoadTriage; readonly sub: string }) {
  const state = useNow((now) => stateText(triage, now));
  return (
    <p className={classes.state}>
      <strong>{ownerText(triage, sub)}</strong>
      {state !== null && <>. {state}.</>}
    </p>
  );
}

/** The first request is a person's; those that follow a change are not, and keep no session alive. */
function historyReader(http: Http, load_id: string) {
  let background = false;
  return async ({ signal }: { readonly signal: AbortSignal }) => {
    const history = http.call(TRIAGE_ROUTES.triageHistory, { params: { load_id }, background, signal });
    background = true;
    return history;
  };
}

function History({ load, causeText }: TriageSectionProps): ReactNode {
  const { http } = useApi();
  const [all, setAll] = useState(false);
  const { load_id, triage } = load;
  const read = useMemo(() => historyReader(http, load_id), [http, load_id]);
  const { data, error } = useQuery({
    // Another number with every change: then it is read again.
    queryKey: queryKeys.loadTriage(load_id, triage?.change ?? 0),
    queryFn: read,
    placeholderData: keepPreviousData,
  });
  if (error) return <p className={classes.state}>Couldn't load the history: {asProblem(error).message}</p>;
  if (!data || data.items.length === 0) return null;
  const shown = all ? data.items : data.items.slice(0, SHOWN);
  return (
    <>
      <ul className={classes.events} aria-label="History">
        {shown.map((event) => (
          <Event key={event.seq} event={event} causeText={causeText} />
        ))}
      </ul>
      {shown.length < data.items.length && (
        <Button onClick={() => setAll(true)}>Show all {data.items.length}</Button>
      )}
    </>
  );
}

interface EventProps {
  readonly event: TriageEvent;
  readonly causeText: (cause: string) => string;
}

function Event({ event, causeText }: EventProps) {
  const what = useNow((now) => eventText(event, now, causeText));
  const ago = useNow((now) => agoText(event.at, now));
  return (
    <li className={classes.event} data-undone={event.undone || undefined}>
      <span className={classes.what}>{what}</span>{' '}
      <span className={classes.who}>
        {event.undone && '(undone) '}
        {event.by ? `${isolated(event.by.name)}, ` : ''}
        <time dateTime={event.at} title={fullDateTime(event.at)}>
          {ago}
        </time>
      </span>
    </li>
  );
}
