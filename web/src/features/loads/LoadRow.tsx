/**
 * A load: health, names, truck, fleet, its place and the age of that; then the cause and the appointment, then the next stop and the destination.
 * Renders only when this load changes.
 */
import { ActionIcon } from '@mantine/core';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadFacts } from '@waypost/triage/facts';
import { decidedBy } from '@waypost/triage/rank';
import { bandOf } from '@waypost/triage/score';
import { type CSSProperties, memo, type PointerEvent, type ReactNode, use } from 'react';
import { usePerson } from '../../api/context.ts';
import { PositionAge } from '../../live/Age.tsx';
import { useFacts, useIsNew, useLive, useLoad } from '../../live/context.ts';
import { fleetName } from '../../live/fleets.ts';
import { LineFocusContext } from '../../live/line-focus.ts';
import { shortLoadName } from '../../live/load-words.ts';
import { useIsPicked, usePicks } from '../../live/picks.ts';
import { useCaller } from '../../live/presence.ts';
import { isolated } from '../../ui/bidi.ts';
import { GridCell } from '../../ui/Grid.tsx';
import { HealthBadge, HealthIcon, healthWord } from '../../ui/HealthBadge.tsx';
import { Initials } from '../../ui/Initials.tsx';
import {
  IconAlarmSnooze,
  IconCopy,
  IconDots,
  IconMapPin,
  IconPhone,
  IconRefresh,
  IconTrash,
} from '../../ui/icons.ts';
import { useFormatKey } from '../../ui/prefs.ts';
import shared from '../../ui/shared.module.css';
import { shortDateTime } from '../../ui/time.ts';
import { placeText } from '../../ui/units.ts';
import { CALL_CARRIER, callPopover } from './call/call.ts';
import { type Action, actionWords, CAUSE_WORDS } from './cause-words.ts';
import classes from './LoadRow.module.css';
import { useNextStop } from './next-stop.ts';
import { firstName } from './predicted.ts';
import { truckName } from './vehicle-name.ts';

/** `narrow`: on a phone, with up to four lines for the cause, the place, the appointment and the stops. */
export type RowForm = 'comfortable' | 'compact' | 'narrow';

/** Pixels, whatever the content, as in LoadRow.module.css. */
export const ROW_HEIGHTS: Readonly<Record<RowForm, number>> = { comfortable: 47, compact: 32, narrow: 74 };

interface LoadRowProps {
  readonly load_id: string;
  readonly form: RowForm;
  /** Says what is wrong, because no heading does. */
  readonly with_cause: boolean;
  readonly reachable: boolean;
  readonly onAction: (load_id: string, action: Action) => void;
  readonly onMenu: (load_id: string, point: { readonly x: number; readonly y: number }) => void;
}

export const LoadRow = memo(function LoadRow(props: LoadRowProps) {
  const { load_id, form, with_cause, ...actions } = props;
  useFormatKey();
  const { clock } = useLive();
  const load = useLoad(load_id);
  const facts = useFacts(load_id);
  const fresh = useIsNew(load_id);
  if (!load || !facts)
    return <GridCell className={`${shared.secondary} ${classes.cell}`}>No longer on the board</GridCell>;
  const ref = load.load_ref ?? load.load_id;
  const health = healthWord(facts.health, load.tracking_health);
  // Built on hover, because every row would otherwise build it each second.
  const explain = ({ currentTarget }: PointerEvent<HTMLElement>) =>
    void import('./explain.ts')
      .then(({ summaryText }) => {
        currentTarget.title = summaryText(load, facts, clock.now());
      })
      .catch(() => undefined);
  const decides = decidedBy(facts.cause);
  const truck = truckName(load);
  const fleet = load.fleet ? fleetName(load.fleet) : '';
  const cause = with_cause && facts.triage !== null && facts.triage !== 'closed' && (
    <strong className={classes.cause} data-band={bandOf(facts.score)}>
      {facts.cause === 'same_truck' ? <SameTruck load={load} /> : CAUSE_WORDS[facts.cause].title}
    </strong>
  );
  const snoozed = facts.triage === 'snoozed' && <Snoozed load={load} />;
  const where = load.place && <Where load={load} />;
  return (
    <GridCell
      className={classes.cell}
      data-form={form}
      style={{ '--cause-letters': cause ? CAUSE_WORDS[facts.cause].title.length : 0 } as CSSProperties}
    >
      <div className={classes.line}>
        <PickBox load={load}>
          <span className={classes.health} onPointerEnter={explain}>
            <HealthIcon health={facts.health} />
            <span className={shared.hidden}>{health}</span>
          </span>
        </PickBox>
        {fresh && (
          <span className={classes.fresh} title="New since your last visit">
            <span className={shared.hidden}>new</span>
          </span>
        )}
        <div className={classes.names} title={[ref, truck, fleet].filter(Boolean).join(', ')}>
          <RefName load={load} />
          <span className={load.vehicle_assignment ? undefined : classes.noTruck}>{isolated(truck)}</span>
          {fleet && (
            <span className={classes.fleet}>
              <span>{fleet}</span>
            </span>
          )}
          {form === 'compact' && cause}
          {form !== 'narrow' && <Where load={load} />}
        </div>
        <div className={classes.end}>
          <CallerHint load={load} />
          <RowActions load={load} facts={facts} {...actions} />
          {snoozed}
          <TakenBy load={load} />
          <span className={shared.fixedSmall} data-decides={decides === 'silence' || undefined}>
            <LoadAge load={load} />
          </span>
        </div>
      </div>
      <NextStop load={load} decides={decides === 'appointment'} form={form} cause={cause} where={where} />
    </GridCell>
  );
});

const LONG_REF = /^(.{16,})(.{8})$/su;

/** The end of a long reference is apart, so that without room it is cut in the middle; screen readers get it whole. */
function RefName({ load }: { readonly load: BoardLoad }) {
  const name = load.load_ref ?? shortLoadName(load);
  const [, start, end] = LONG_REF.exec(name) ?? [];
  if (!end) return <strong>{name}</strong>;
  return (
    <strong className={classes.ref} dir="auto">
      <span className={shared.hidden}>{name}</span>
      <span aria-hidden>{start}</span>
      <span aria-hidden>{end}</span>
    </strong>
  );
}

/**
 * `14:30` beside an icon, so that the cause is not cut: of a snooze, which without a time ends when something changes, or of the
 * dispatcher's ETA.
 */
export function Snoozed({ load: { triage, dispatcher_eta } }: { readonly load: BoardLoad }) {
  const { clock } = useLive();
  const until = triage?.snooze ? triage.snooze.until : dispatcher_eta?.at;
  const word = triage?.snooze ? 'Snoozed' : 'Quiet';
  const time = until ? shortDateTime(until, clock.now()) : '';
  return (
    <span
      className={`${shared.fixedSmall} ${classes.snoozed}`}
      title={time ? `${word} to ${triage?.snooze ? '' : 'the ETA, '}${time}` : word}
    >
      <IconAlarmSnooze size={14} aria-hidden />
      <span className={shared.hidden}>{time ? `${word} to ` : word}</span>
      {time}
    </span>
  );
}

/** `Same truck as LD-47607 (Noor)`: who has the other load may be calling the carrier already. */
function SameTruck({ load }: { readonly load: BoardLoad }) {
  const [other, ...more] = load.same_truck_loads;
  const owner = useLoad(other?.load_id ?? '')?.triage?.owner;
  if (!other) return CAUSE_WORDS.same_truck.title;
  const has = owner ? ` (${isolated(firstName(owner.name))})` : '';
  const rest = more.length > 0 ? ` +${more.length}` : '';
  return `Same truck as ${isolated(other.load_ref ?? other.load_id)}${has}${rest}`;
}

/** The owner of the exception, as initials. */
export function TakenBy({ load }: { readonly load: BoardLoad }) {
  const me = usePerson();
  const owner = load.triage?.closed === null ? load.triage.owner : null;
  return owner && <Initials person={owner} mine={owner.sub === me} what="Taken by" />;
}

/** Selects the row for an action on several loads; faint until the pointer is on the row or one is picked. */
export function PickBox({ load, children }: { readonly load: BoardLoad; readonly children: ReactNode }) {
  const picks = usePicks();
  const picked = useIsPicked(load.load_id);
  if (!picks) return children;
  return (
    <span className={classes.pick}>
      {children}
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`Pick ${isolated(load.load_ref ?? load.load_id)}`}
        checked={picked}
        // The row handles the click, with its keys.
        onChange={() => undefined}
      />
    </span>
  );
}

/** How old the position is. A truck that has never reported has no age. */
function LoadAge({ load }: { readonly load: BoardLoad }) {
  if (load.last_position) return <PositionAge load={load} />;
  return load.tracking_health === 'no_signal' ? 'no ping yet' : 'no position';
}

/** Without room, `17 mi W of` gives way to the name of the town. */
export function Where({ load: { place } }: { readonly load: BoardLoad }) {
  if (!place) return null;
  const text = placeText(place);
  const town = placeText({ ...place, direction: null });
  const from = text.slice(0, text.length - town.length);
  return (
    <span className={classes.where} title={text}>
      {from && <span className={classes.from}>{from}</span>}
      <span className={classes.city}>{town}</span>
    </span>
  );
}

/** `Target DC 3865, ` and `Amsterdam, NY`; of a name without a separator, the last two words count as the city. */
const CITY_AT_END = /^(.+(?:, | - )(?=[^,]+, [A-Z]{2}$)|.+?\s(?=(?:[^\s,]+ )?[^\s,]+, [A-Z]{2}$))(.+)$/;

/** Without room the name of the facility is cut: before the city and state at its end, or after a city that it begins with. */
function PlaceName({ name }: { readonly name: string }) {
  const [, facility, city] = CITY_AT_END.exec(name) ?? [];
  return (
    <>
      <span className={classes.facility}>{facility ?? name}</span>
      {city && <span className={classes.city}>{city}</span>}
    </>
  );
}

interface NextStopProps {
  readonly load: BoardLoad;
  /** The appointment decides where the load is listed. */
  readonly decides: boolean;
  readonly form: RowForm;
  /** False: a heading says it, or it has none. */
  readonly cause: ReactNode;
  /** The place of the truck, and the clock of a snooze, where they are not beside its age. */
  readonly where: ReactNode;
}

/**
 * The lines below the names. In two: `Running late  Appt 14:30, 2 h 20 min late` and `→ Denver DC 5`; compact in one. Two places,
 * `Pickup: Amarillo DC 2 → Denver DC 5`, begin behind the cause and use all the room that is left, the destination at the end of the last
 * line, so that it is not cut; so do all places on a phone, and where a heading says the cause.
 */
function NextStop({ load, decides, form, cause, where }: NextStopProps) {
  const { clock } = useLive();
  const explain = ({ currentTarget }: PointerEvent<HTMLElement>) =>
    void import('./estimate-basis.ts')
      .then(({ nextStopTitle }) => {
        currentTarget.title = nextStopTitle(load, clock.now());
      })
      .catch(() => undefined);
  const { words, start } = useNextStop(load);
  const two_places = words?.destination != null;
  // That the arrival is unknown gives way to the names of two places.
  const [times, unknown] = words?.time.split(/(?=; )/) ?? [];
  const [time, planned] = times?.split(/(?<= · )/).reverse() ?? [];
  const appointment = start ? (
    <span className={classes.appointment} data-decides={decides || undefined}>
      {start}
    </span>
  ) : (
    words?.time && (
      <span
        className={classes.appointment}
        data-decides={decides || undefined}
        title={words.own_time && `Appt ${words.own_time}`}
      >
        {planned && (
          <span className={classes.planned} title={times}>
            <span>{planned}</span>
          </span>
        )}
        <span className={classes.time}>
          {time}
          {words.late && ','}
        </span>
        {unknown && <span className={two_places ? shared.hidden : classes.unknown}>{unknown}</span>}
        {words.late && (
          <>
            {' '}
            <strong className={classes.late}>{words.late}</strong>
          </>
        )}
        {words.own_time && <span className={shared.hidden}> (appt {words.own_time})</span>}
      </span>
    )
  );
  const stop = words && (
    <>
      <span className={classes.stop} onPointerEnter={explain}>
        {words.at_stop ? <IconMapPin size={14} aria-hidden /> : words.lead}
        <PlaceName name={words.stop} />
      </span>{' '}
      {words.destination !== null && (
        <span className={classes.then} title={words.destination}>
          {'→\u00a0'}
          <PlaceName name={words.destination} />
        </span>
      )}
    </>
  );
  const room = two_places && <span className={classes.room} data-text={`→\u00a0${words.destination}`} />;
  const due = start && words?.time && <span className={classes.due}>{words.time}</span>;
  const line = `${shared.small} ${classes.second}`;
  if (form === 'compact')
    return (
      <div className={line}>
        {due}
        {stop}
        {appointment}
      </div>
    );
  const flow = `${shared.small} ${classes.flow}`;
  if (form === 'narrow')
    return (
      <div className={flow}>
        <div>
          {room}
          {cause} {due || where} {appointment} {stop}
        </div>
      </div>
    );
  if (two_places || !cause)
    return (
      <div className={flow}>
        <div>
          {appointment}
          {room}
          {cause} {due} {stop}
        </div>
      </div>
    );
  return (
    <>
      <div className={line}>
        {cause}
        {appointment}
      </div>
      <div className={line}>
        {due}
        {stop}
      </div>
    </>
  );
}

export const ACTION_ICONS = {
  message: IconCopy,
  read_now: IconRefresh,
  remove: IconTrash,
  open_monitor: IconMapPin,
} as const;

/** `Ann`: somebody else is calling about this load or its fleet. */
export function CallerHint({ load }: { readonly load: BoardLoad }) {
  const name = useCaller(load)?.name;
  if (name === undefined) return null;
  const words = `${isolated(name)} is calling ${load.fleet ? isolated(fleetName(load.fleet)) : 'the carrier'} now`;
  return (
    <span className={classes.caller} title={words}>
      <IconPhone size={12} aria-hidden />
      <span aria-hidden>{firstName(name)}</span>
      <span className={shared.hidden}>{words}</span>
    </span>
  );
}

export interface RowActionsProps extends Pick<LoadRowProps, 'reachable' | 'onAction' | 'onMenu'> {
  readonly load: BoardLoad;
  readonly facts: LoadFacts;
}

/** Actions of a row: the action for its cause, a call, and the menu. In the tab order while the row is active. */
export function RowActions({ load, facts, reachable, onAction, onMenu }: RowActionsProps) {
  const { load_id } = load;
  const { action } = CAUSE_WORDS[facts.cause];
  const active = use(LineFocusContext)?.active;
  const button = (
    words: string,
    Icon: typeof IconDots,
    onClick: (button: HTMLElement) => void,
    { key = '' } = {},
  ) => (
    <ActionIcon
      size={24}
      variant="default"
      tabIndex={reachable ? 0 : -1}
      aria-label={`${words}, ${isolated(load.load_ref ?? load_id)}`}
      aria-haspopup={key === '' ? undefined : 'menu'}
      data-tip={words + key}
      onClick={(event) => {
        event.stopPropagation();
        // Keys go on from here.
        active?.set(load_id);
        onClick(event.currentTarget);
      }}
    >
      <Icon size={14} aria-hidden />
    </ActionIcon>
  );
  const call = (opener: HTMLElement) => callPopover.open(load_id, opener);
  const openMenu = (more: HTMLElement) => {
    const { left, bottom } = more.getBoundingClientRect();
    onMenu(load_id, { x: left, y: bottom });
  };
  return (
    <div className={classes.actions} data-reachable={reachable || undefined}>
      {action && button(actionWords(action), ACTION_ICONS[action.kind], () => onAction(load_id, action))}
      {button(CALL_CARRIER, IconPhone, call)}
      {button('More actions', IconDots, openMenu, { key: ' (m)' })}
    </div>
  );
}

export function LoadLine({ load_id }: { readonly load_id: string }) {
  const load = useLoad(load_id);
  const facts = useFacts(load_id);
  if (!load || !facts) return <span className={shared.small}>No longer on the board</span>;
  return (
    <>
      <span className={`${shared.row} ${classes.ends}`}>
        <strong title={load.load_ref ?? load_id}>{shortLoadName(load)}</strong>
        <HealthBadge health={facts.health} raw={load.tracking_health} />
      </span>
      <span className={`${shared.row} ${shared.small} ${classes.ends}`}>
        <span className={shared.ellipsis}>
          {truckName(load)}
          {load.fleet && ` · ${fleetName(load.fleet)}`}
        </span>
        <PositionAge load={load} ago />
      </span>
    </>
  );
}
