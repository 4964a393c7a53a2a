/**
 * Calling the carrier of a load without leaving the board: the numbers, who called last or is calling now, and the outcome in one
 * gesture. Loaded when first used.
 */
import { Button, Kbd, Modal, NativeSelect, Popover, Textarea } from '@mantine/core';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadContacts } from '@waypost/contract/api/contacts';
import type { CallOutcome, LastCall } from '@waypost/contract/api/load-triage';
import type { PresenceItem } from '@waypost/contract/api/presence';
import { NOTE_MAX, type TriageAct, triageAct } from '@waypost/contract/api/triage';
import { fleetVehicle } from '@waypost/triage/doubt';
import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { z } from 'zod';
import { useDisabledReason } from '../../../api/context.ts';
import { asProblem, explain } from '../../../api/problem.ts';
import { WithQueries } from '../../../api/queries.tsx';
import { queryKeys } from '../../../api/query-keys.ts';
import { ContactLine, reachableFor, useLoadContacts } from '../../../live/ContactLine.tsx';
import { useFacts, useLive, useLoad, useNow } from '../../../live/context.ts';
import { fleetName } from '../../../live/fleets.ts';
import { useFormDraft, useFormDrafts } from '../../../live/form/draft.ts';
import { type Attempt, useFormOf } from '../../../live/form/form.ts';
import { useCaller } from '../../../live/presence.ts';
import { useAnnouncePresence } from '../../../live/presence-sender.ts';
import { isolated } from '../../../ui/bidi.ts';
import { isTyping, typeAhead } from '../../../ui/keys.ts';
import shared from '../../../ui/shared.module.css';
import { durationText } from '../../../ui/time.ts';
import { useLayout } from '../../../ui/use-media.ts';
import { CAUSE_WORDS } from '../cause-words.ts';
import { LoadGlance } from '../LoadGlance.tsx';
import rows from '../LoadRow.module.css';
import { useTriage } from '../triage/commands.ts';
import { SNOOZE_CHOICES } from '../triage/TriageForms.tsx';
import { CALL_WORDS, callerText, lastCallText } from '../triage/words.ts';
import { AddFleetNumber, AddLoadNumber } from './AddNumber.tsx';
import classes from './CallPopover.module.css';
import { CALL_WIDTH } from './call.ts';
import { CurrentEta, EtaForm, useEtas } from './EtaForm.tsx';
import {
  type ChosenEta,
  callAct,
  canSnooze,
  nobodyHas,
  openStops,
  type SnoozeChoice,
  USUAL_SNOOZE,
} from './outcome.ts';

interface CallPopoverProps {
  readonly load_id: string;
  readonly point: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

export default function CallPopover({ load_id, point, onClose }: CallPopoverProps) {
  const live = useLoad(load_id);
  // Whoever is on the phone keeps the number and the note, even when a colleague removes the load.
  const [load, setLoad] = useState(live);
  if (live && live !== load) setLoad(live);
  const phone = useLayout() === 'phone';
  const facts = useFacts(load_id);
  const name = load ? `Call the carrier of ${isolated(load.load_ref ?? load_id)}` : '';
  const title = facts?.attention ? `${name}: ${CAUSE_WORDS[facts.cause].title}` : name;
  useEffect(() => {
    if (!load) onClose();
  }, [load, onClose]);
  if (!load) return null;
  const content = (
    <WithQueries>
      <CallContent load={load} gone={!live} onClose={onClose} />
    </WithQueries>
  );
  if (phone)
    return (
      <Modal
        opened
        onClose={onClose}
        title={title}
        styles={{ inner: { alignItems: 'flex-end', padding: 0 } }}
        classNames={{ content: classes.sheet ?? '' }}
      >
        {content}
      </Modal>
    );
  return (
    <Popover
      opened
      onChange={(opened) => !opened && onClose()}
      position="bottom-start"
      // The page would scroll to a focused field that is below the window for a moment.
      floatingStrategy="fixed"
      width={CALL_WIDTH}
      // Moves into the window as a whole: it grows when the ETA is asked for.
      middlewares={{ flip: false, shift: { crossAxis: true, padding: 8 } }}
      trapFocus
      returnFocus={false}
      // Its target is only a place.
      withRoles={false}
    >
      <Popover.Target>
        <span className={rows.anchor} style={{ left: point.x, top: point.y }} />
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={title}
        className={shared.scrollY}
        style={{ maxHeight: 'calc(100dvh - 16px)' }}
      >
        <p className={shared.note}>{title}</p>
        {content}
      </Popover.Dropdown>
    </Popover>
  );
}

const WARNING = `${shared.strongText} ${shared.anywhere}`;

const callDraft = z.object({
  text: z.string(),
  snooze: z.string(),
  /** A call whose log was sent without an answer: sent again as it is, it is logged once. */
  unconfirmed: triageAct.nullable().default(null),
});
const NO_DRAFT: z.infer<typeof callDraft> = { text: '', snooze: 'usual', unconfirmed: null };

const KEYS: Readonly<Record<string, CallOutcome>> = {
  r: 'reached',
  m: 'left_message',
  e: 'eta',
  b: 'will_call_back',
};

/** So that Enter dials; without a number, its field. The ETA that is being typed keeps the focus. */
function focusNumber(content: HTMLElement | null): void {
  const first = (selector: string) => content?.querySelector<HTMLElement>(selector);
  (first('[data-eta] input') ?? first('a[href^="tel:"], input[type="tel"]'))?.focus();
}

/** No number begins with a letter, so the keys log the call there too: without a number the focus is in its field. */
const isEmptyNumber = (target: EventTarget) =>
  target instanceof HTMLInputElement && target.type === 'tel' && target.value === '';

interface CallContentProps {
  readonly load: BoardLoad;
  /** The load has left the board meanwhile. */
  readonly gone: boolean;
  readonly onClose: () => void;
}

export function CallContent({ load, gone, onClose }: CallContentProps) {
  const { load_id } = load;
  const { clock } = useLive();
  const disabledReason = useDisabledReason('manage_loads');
  const can_log = disabledReason === null && !gone;
  const send = useTriage();
  const etas = useEtas();
  const [with_eta, setWithEta] = useState(() => etas.read(load_id) !== null);
  const content = useRef<HTMLDivElement>(null);
  const editor = useFormDraft({ drafts: useFormDrafts('call', callDraft), name: load_id, initial: NO_DRAFT });
  const draft = editor.values;
  const form = useFormOf(editor, {
    checked: { body: draft, errors: new Map<'text', string>() },
    disabledReason,
    send: (_, { how: what }: Attempt<TriageAct>) =>
      send([load_id], what, { onUnconfirmed: () => editor.set({ unconfirmed: what }) }),
    onDone: () => {
      etas.remove(load_id);
      onClose();
    },
  });
  const usual_snooze = canSnooze(load) && draft.snooze === 'usual';
  const log = (outcome: CallOutcome, eta?: ChosenEta) => {
    const { text } = draft;
    const snooze = draft.snooze as SnoozeChoice;
    form.submit(callAct({ load, outcome, text, snooze, ...(eta && { eta }) }, clock.now()));
  };
  const clearEta = async () => {
    await send([load_id], { kind: 'clear_eta' });
    // The button is gone: without the focus, Escape would not close the popover.
    content.current?.focus();
  };
  // An ETA is for a stop ahead.
  const no_eta = useNow((now) => openStops(load, now).next === null);
  const outcomes = Object.entries(KEYS).filter(([, outcome]) => outcome !== 'eta' || !no_eta);
  const choose = (outcome: CallOutcome) => (outcome === 'eta' ? setWithEta(true) : log(outcome));
  const outcomeOf = (letter: string | undefined) => outcomes.find(([key]) => key === letter)?.[1];
  const [typed_eta, setTypedEta] = useState('');
  // Typed while this was loading. Only an ETA begins: no other outcome is logged before the load is seen.
  const onTypedAhead = useEffectEvent(([letter, ...rest]: string) => {
    if (outcomeOf(letter) !== 'eta' || !can_log) return;
    setTypedEta(rest.join(''));
    setWithEta(true);
  });
  useEffect(() => onTypedAhead(typeAhead.take()), []);
  const onKeyDown = (event: KeyboardEvent) => {
    const outcome = outcomeOf(event.key);
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    const typing = isTyping(event.target) && !isEmptyNumber(event.target);
    if (!outcome || modified || typing || !can_log) return;
    event.preventDefault();
    choose(outcome);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons inside, from anywhere in the popover.
    <div
      ref={content}
      className={shared.stack}
      tabIndex={-1}
      data-autofocus
      onFocus={({ target, currentTarget }) => target === currentTarget && focusNumber(currentTarget)}
      onKeyDown={onKeyDown}
    >
      {gone && (
        <p className={WARNING} role="alert">
          This load has left the board, so the call can't be logged. What you typed is kept for when it is
          back.
        </p>
      )}
      <LoadGlance load={load} />
      <Numbers load={load} content={content} can_call={can_log} />
      <LastCallLine load={load} />
      <CurrentEta load={load} disabledReason={disabledReason} onClear={() => void clearEta()} />
      <Unconfirmed act={draft.unconfirmed} sending={form.busy} onAgain={form.submit} />
      {disabledReason === null ? (
        <>
          <Textarea
            {...form.text('text', 'Note (optional)')}
            autosize
            minRows={1}
            maxRows={4}
            maxLength={NOTE_MAX}
          />
          {canSnooze(load) && (
            <NativeSelect
              label="Snooze"
              value={draft.snooze}
              onChange={({ currentTarget }) => form.set({ snooze: currentTarget.value })}
            >
              <option value="usual">As usual for the outcome</option>
              <option value="none">No snooze</option>
              {SNOOZE_CHOICES.map(([label, ms]) => (
                <option key={label} value={ms === null ? 'change' : String(ms / 60_000)}>
                  {label}
                </option>
              ))}
            </NativeSelect>
          )}
          {nobodyHas(load) && !gone && <p className={shared.note}>Logging the call takes this load.</p>}
          <div className={classes.outcomes}>
            {outcomes.map(([key, outcome]) => (
              <OutcomeButton
                key={key}
                letter={key}
                outcome={outcome}
                snoozes={usual_snooze}
                disabled={form.busy || gone}
                pressed={outcome === 'eta' && with_eta}
                onClick={() => choose(outcome)}
              />
            ))}
          </div>
          {with_eta && !no_eta && !gone && (
            <EtaForm
              load={load}
              drafts={etas}
              typed={typed_eta}
              sending={form.busy}
              snoozes={usual_snooze}
              onLog={(eta) => log('eta', eta)}
            />
          )}
        </>
      ) : (
        <p className={shared.plain}>You can't log a call. {disabledReason}</p>
      )}
    </div>
  );
}

interface UnconfirmedProps {
  readonly act: TriageAct | null;
  readonly sending: boolean;
  readonly onAgain: (act: TriageAct) => void;
}

function Unconfirmed({ act, sending, onAgain }: UnconfirmedProps) {
  if (!act) return null;
  return (
    <div role="alert" className={shared.wrapped}>
      <p className={WARNING}>
        {act.kind === 'call' ? `"${CALL_WORDS[act.outcome]}"` : 'The change'} is not confirmed: the connection
        was lost.
      </p>
      <Button size="compact-sm" loading={sending} onClick={() => onAgain(act)}>
        Try again
      </Button>
    </div>
  );
}

interface OutcomeButtonProps {
  readonly letter: string;
  readonly outcome: CallOutcome;
  /** The default snooze applies, so that the button names it. */
  readonly snoozes: boolean;
  readonly disabled: boolean;
  readonly pressed: boolean;
  readonly onClick: () => void;
}

function OutcomeButton({ letter, outcome, snoozes, disabled, pressed, onClick }: OutcomeButtonProps) {
  const minutes = snoozes ? USUAL_SNOOZE[outcome] : undefined;
  return (
    <Button
      h="auto"
      mih={44}
      py={4}
      disabled={disabled}
      aria-expanded={outcome === 'eta' ? pressed : undefined}
      aria-keyshortcuts={letter}
      onClick={onClick}
      rightSection={<Kbd className={classes.key}>{letter}</Kbd>}
      justify="space-between"
    >
      <span className={shared.column} style={{ alignItems: 'flex-start', lineHeight: '16px' }}>
        {CALL_WORDS[outcome]}
        {outcome === 'eta' && '…'}
        {minutes !== undefined && (
          <span className={shared.small}>snooze {durationText(minutes * 60_000)}</span>
        )}
      </span>
    </Button>
  );
}

interface NumbersProps {
  readonly load: BoardLoad;
  readonly content: RefObject<HTMLElement | null>;
  readonly can_call: boolean;
}

/** Numbers of the fleet and the one kept with the load; behind a question while somebody else is calling the carrier. */
function Numbers({ load, content, can_call }: NumbersProps) {
  const queries = useQueryClient();
  const caller = useCaller(load);
  // Decided once: numbers that are shown do not disappear in the middle of a call.
  const [shown, setShown] = useState(caller === null);
  const vehicle_id = fleetVehicle(load);
  const { data: read, error } = useLoadContacts(load);
  // Without a connection, the numbers read for another load of the fleet serve too.
  const data = read ?? (error ? contactsOfFleet(queries, load) : undefined);
  const numbers = reachableFor(load, data).filter(({ phone }) => phone !== null);
  useAnnouncePresence(load.load_id, shown && can_call);
  const first = numbers[0]?.phone ?? null;
  useEffect(() => {
    if (!shown || first === null || isTyping(document.activeElement)) return;
    focusNumber(content.current);
  }, [shown, first, content]);
  if (error && !data)
    return <p className={shared.plain}>Couldn't load contacts: {explain(asProblem(error)).title}.</p>;
  if (vehicle_id !== null && !data) return <p className={shared.plain}>Loading numbers…</p>;
  const fleet = data?.fleet ?? null;
  return (
    <section aria-label="Numbers">
      {fleet ? (
        <p className={shared.strongText}>{fleetName(fleet)}</p>
      ) : (
        <p className={shared.plain}>
          {vehicle_id === null
            ? 'No truck assigned, so the carrier is unknown.'
            : "We don't know yet which fleet this truck belongs to."}{' '}
          A number added here is kept with this load.
        </p>
      )}
      {caller && <CallerLine caller={caller} fleet={fleet ? fleetName(fleet) : 'the carrier'} />}
      <RecentCalls load={load} />
      {shown ? (
        <>
          {numbers.map((contact) => (
            <ContactLine key={contact.key} contact={contact} />
          ))}
          {numbers.length === 0 && <p className={shared.plain}>No number known.</p>}
          {data && fleet ? (
            <AddFleetNumber
              key={numbers.length}
              fleet_id={fleet.fleet_id}
              contacts={data.contacts}
              opened={numbers.length === 0}
              onAdded={() => void queries.invalidateQueries({ queryKey: queryKeys.loadContacts() })}
            />
          ) : (
            <AddLoadNumber key={first} load_id={load.load_id} known={first !== null} />
          )}
        </>
      ) : (
        <Button mt={8} onClick={() => setShown(true)} data-autofocus>
          Show numbers anyway
        </Button>
      )}
    </section>
  );
}

function contactsOfFleet(queries: QueryClient, { fleet }: BoardLoad): LoadContacts | undefined {
  const known = queries.getQueriesData<LoadContacts>({ queryKey: queryKeys.loadContacts() });
  return known.map(([, one]) => one).find((one) => fleet && one?.fleet?.fleet_id === fleet.fleet_id);
}

/** `Ann is calling Granite Spur Logistics now (LD-48213)` */
function CallerLine({ caller, fleet }: { readonly caller: PresenceItem; readonly fleet: string }) {
  const ref = useLoad(caller.load_id)?.load_ref;
  return (
    <p className={WARNING} role="status">
      {isolated(caller.name)} is calling {isolated(fleet)} now{ref && ` (${isolated(ref)})`}
    </p>
  );
}

const RECENT_MS = 10 * 60_000;

/** `Ann left a message 4 min ago (LD-48213)`: calls to the same fleet about its other loads. */
function RecentCalls({ load }: { readonly load: BoardLoad }) {
  const { store } = useLive();
  const text = useNow((now) => recentCallsText(load, store, now));
  return text === '' ? null : <p className={WARNING}>{text}</p>;
}

function recentCallsText(
  { load_id, fleet }: BoardLoad,
  store: ReturnType<typeof useLive>['store'],
  now: number,
): string {
  if (!fleet) return '';
  let last: { readonly call: LastCall; readonly ref: string } | null = null;
  for (const id of store.ids()) {
    const other = store.get(id);
    const call = other?.last_call;
    if (!call || id === load_id || other.fleet?.fleet_id !== fleet.fleet_id) continue;
    if (now - Date.parse(call.at) >= RECENT_MS || (last && last.call.at > call.at)) continue;
    last = { call, ref: other.load_ref ?? id };
  }
  return last ? `${callerText(last.call, now)} (${isolated(last.ref)})` : '';
}

/** `Left message by Ann, 12 min ago`, with the note. */
function LastCallLine({ load: { last_call } }: { readonly load: BoardLoad }) {
  const text = useNow((now) => (last_call ? lastCallText(last_call, now) : null));
  const recent = useNow((now) => last_call != null && now - Date.parse(last_call.at) < RECENT_MS);
  if (!last_call || text === null) return <p className={shared.note}>No call logged yet.</p>;
  return (
    <p className={`${recent ? shared.strongText : shared.plain} ${shared.anywhere}`}>
      Last call: {text}
      {last_call.text && (
        <span className={shared.secondary} style={{ display: 'block', fontWeight: 400 }}>
          {last_call.text}
        </span>
      )}
    </p>
  );
}
