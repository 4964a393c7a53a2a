import type { BoardLoad } from '@waypost/contract/api/board';
import { etaAhead } from '@waypost/triage/dispatcher-eta';
import { truckDoubt, waitsForTruck } from '@waypost/triage/doubt';
import type { LoadFacts } from '@waypost/triage/facts';
import { passedAppointmentAt } from '@waypost/triage/lateness';
import { bandOf } from '@waypost/triage/score';
import { memo, type PointerEvent } from 'react';
import { PositionAge } from '../../live/Age.tsx';
import { useFacts, useLive, useLoad, useNow } from '../../live/context.ts';
import { useDockTime } from '../../live/dock-time.ts';
import { fleetName } from '../../live/fleets.ts';
import { shortLoadName } from '../../live/load-words.ts';
import { GridCell, GridColumnHeader } from '../../ui/Grid.tsx';
import { HealthBadge } from '../../ui/HealthBadge.tsx';
import { useFormatKey, usePrefs } from '../../ui/prefs.ts';
import { isPlausibleSpeed, speedText } from '../../ui/quantities.ts';
import { GridHead } from '../../ui/resource-list/GridHead.tsx';
import shared from '../../ui/shared.module.css';
import { durationText } from '../../ui/time.ts';
import { placeText } from '../../ui/units.ts';
import { CAUSE_WORDS } from './cause-words.ts';
import type { ColumnKey, LoadColumn } from './columns.ts';
import { estimateDoubt, etaWithStop, nextStopTitle, predictedBasis } from './estimate-basis.ts';
import { scoreText, useSentence } from './explain.ts';
import { CallerHint, PickBox, RowActions, type RowActionsProps, Snoozed, TakenBy } from './LoadRow.tsx';
import classes from './LoadTable.module.css';
import { journeyStatus, lateStop, nextStopWords, shownStop, UNKNOWN } from './next-stop.ts';
import { passedEtaText, predictedAt, stopZone } from './predicted.ts';
import { truckName } from './vehicle-name.ts';

interface LoadTableHeadProps {
  readonly columns: readonly LoadColumn[];
  /** `age`, or `-age` for the reverse order; null: by no column. */
  readonly sort: string | null;
  readonly onSort: (sort: string) => void;
}

export function LoadTableHead({ columns, sort, onSort }: LoadTableHeadProps) {
  const order = { by: sort?.replace('-', '') ?? '', descending: sort?.startsWith('-') ?? false, onSort };
  return (
    <GridHead<string> columns={columns} sort={order} rowClass={classes.row}>
      <GridColumnHeader>
        <span className={shared.hidden}>Actions</span>
      </GridColumnHeader>
    </GridHead>
  );
}

interface LoadTableRowProps extends Pick<RowActionsProps, 'reachable' | 'onAction' | 'onMenu'> {
  readonly load_id: string;
  readonly columns: readonly LoadColumn[];
  /** The ETA is wanted, and has no room for a column. */
  readonly with_eta: boolean;
}

export const LoadTableRow = memo(function LoadTableRow(props: LoadTableRowProps) {
  const { load_id, columns, with_eta, ...actions } = props;
  useFormatKey();
  const { density } = usePrefs();
  const load = useLoad(load_id);
  const facts = useFacts(load_id);
  if (!load || !facts)
    return (
      <div className={classes.row}>
        <GridCell>No longer on the board</GridCell>
      </div>
    );
  const with_fleet = columns.some(({ id }) => id === 'fleet');
  return (
    <div className={classes.row} data-density={density}>
      {columns.map(({ id, numeric }) => (
        <GridCell key={id} data-numeric={numeric} data-column={id}>
          <Cell column={id} load={load} facts={facts} />
          {with_eta && (id === 'arrival' || id === 'late') && (
            <Eta load={load} lead="ETA " late={id === 'arrival'} />
          )}
          {id === 'vehicle' && load.fleet && !with_fleet && (
            <span className={shared.secondary}> {fleetName(load.fleet)}</span>
          )}
        </GridCell>
      ))}
      <GridCell
        className={classes.tableActions}
        data-snoozed={(facts.triage === 'snoozed' && columns.some(({ id }) => id === 'owner')) || undefined}
      >
        <CallerHint load={load} />
        <RowActions load={load} facts={facts} {...actions} />
      </GridCell>
    </div>
  );
});

interface LoadProps {
  readonly load: BoardLoad;
  readonly facts: LoadFacts;
}

function Cell({ column, load, facts }: LoadProps & { readonly column: ColumnKey }) {
  switch (column) {
    case 'health':
      return <RankedHealth load={load} facts={facts} />;
    case 'ref':
      return <strong title={load.load_ref ?? load.load_id}>{shortLoadName(load)}</strong>;
    case 'vehicle':
      return truckName(load);
    case 'fleet':
      return load.fleet && fleetName(load.fleet);
    case 'place':
      return load.place && <span title={placeText(load.place)}>{placeText(load.place)}</span>;
    case 'age':
      return <PositionAge load={load} />;
    case 'motion':
      if (!load.motion || load.motion.moving === null || load.motion.speed_mps === null) return null;
      if (!load.motion.moving) return 'standing';
      return isPlausibleSpeed(load.motion.speed_mps) ? speedText(load.motion.speed_mps) : 'driving';
    case 'stop':
      return <StopsAhead load={load} />;
    case 'arrival':
      return <Planned load={load} />;
    case 'late':
      return <Late load={load} />;
    case 'owner':
      return (
        <>
          <TakenBy load={load} />
          {facts.triage === 'snoozed' && <Snoozed load={load} />}
        </>
      );
    case 'eta':
      return <Eta load={load} />;
    case 'journey':
      return <LiveText of={(now) => journeyStatus(load, now)?.text ?? null} />;
    case 'source':
      return load.vehicle_assignment?.source;
    case 'agreement':
      return (
        load.vehicle_assignment?.agreement ??
        (load.vehicle_assignment?.source === 'declared' ? 'unconfirmed' : null)
      );
    case 'sentence':
      return facts.attention ? <SentenceText load={load} facts={facts} /> : null;
  }
}

function RankedHealth({ load, facts }: LoadProps) {
  const { clock } = useLive();
  const explain = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    currentTarget.title = scoreText(facts, clock.now());
  };
  return (
    <span onPointerEnter={explain}>
      <HealthBadge
        health={facts.health}
        raw={load.tracking_health}
        word={
          // An exception has one name, also while it is snoozed or closed, and before a missing truck is one.
          (facts.triage !== null || facts.health === 'unassigned') && (
            // The color of a truck that reports would say that all is well.
            <span
              className={facts.attention ? classes.exception : undefined}
              data-live={facts.health === 'live' || undefined}
              data-band={bandOf(facts.score)}
            >
              {facts.triage === 'closed' && 'Closed: '}
              {CAUSE_WORDS[facts.cause].title}
            </span>
          )
        }
        icon={(icon) => <PickBox load={load}>{icon}</PickBox>}
      />
    </span>
  );
}

function SentenceText({ load, facts }: LoadProps) {
  const { what, why } = useSentence(load, facts);
  return (
    <span title={`${what}. ${why}`}>
      <b>{what}</b> <span className={shared.secondary}>{why}</span>
    </span>
  );
}

/** `Pickup: Amarillo DC 2 → Denver DC 5`, in as many lines as the row has: neither place is cut. */
function StopsAhead({ load }: Pick<LoadProps, 'load'>) {
  const words = useNow((now) => nextStopWords(load, now));
  if (words === null) return null;
  const { lead, stop, destination } = words;
  return (
    <span title={[lead + stop, destination].filter(Boolean).join(' → ')}>
      {lead}
      {stop}
      {destination && <span className={shared.secondary}> {`→\u00a0${destination}`}</span>}
    </span>
  );
}

function LiveText({ of }: { readonly of: (now: number) => string | null }) {
  const text = useNow(of);
  return text && <span title={text}>{text}</span>;
}

function Planned({ load }: Pick<LoadProps, 'load'>) {
  const sequence = useNow((now) => shownStop(load, now)?.sequence ?? null);
  const at = load.stops.find((stop) => stop.sequence === sequence)?.estimated_arrival_at;
  const { text, title } = useDockTime(at, stopZone(load, sequence));
  return at ? (
    <time dateTime={at} title={`Planned: ${title}`}>
      {text}
    </time>
  ) : null;
}

function Late({ load }: Pick<LoadProps, 'load'>) {
  return <b>{useNow((now) => overdueText(load, now))}</b>;
}

const DATE = /[A-Z][a-z]{2} \d{1,2}(?=,)/g;

/** In two lines below the appointment: of another day without the hours, and without the zone that the appointment has. */
function briefEta(eta: string): string {
  const [passed = ''] = / passed$/.exec(eta) ?? [];
  if (eta.search(DATE) === 0) return [...new Set(eta.match(DATE))].join(' to ') + passed;
  return eta.replace(/(?<=:\d\d(?: [AP]M)?) [A-Z]\S*(?= passed$|$)/, '');
}

interface EtaProps extends Pick<LoadProps, 'load'> {
  readonly lead?: string;
  /** Only of a load that is late, or only of one that is not, whose column of lateness has room for it. */
  readonly late?: boolean;
}

/**
 * `13:10 to 13:40`, after an ETA by phone `12:30 passed, 13:10 to 13:40`, by phone for a later stop
 * `09:00 CST to Tulsa DC`; the column before it says how late that is. A column has no room for a doubt, so no estimate is said of a
 * truck in doubt.
 */
function Eta({ load, lead = '', late }: EtaProps) {
  const text = useNow((now) => {
    if (late !== undefined && late !== Boolean(overdueText(load, now))) return null;
    const stop = shownStop(load, now);
    if (!stop) return null;
    const own = passedEtaText(load, stop.sequence, now, true)?.replace('ETA ', '');
    const predicted = estimateDoubt(load, stop, now) ? null : predictedAt(load, stop, now);
    if (!predicted) {
      if (own) return `${own}\n${nextStopTitle(load, now)}`;
      const later = lead === '' && etaAhead(load, now);
      if (!later) return null;
      const text = etaWithStop(load, later.eta, now);
      return `${text}\nETA ${text}. ${predictedBasis(load, later.stop, now)}`;
    }
    const { eta, passed } = predicted;
    const short = passed ? eta.replace('Should have arrived by', 'By').replace(' at the stop', '') : eta;
    const ours = short.replace('ETA ', '');
    if (own) return `${lead ? own : `${own}, ${ours}`}\n${nextStopTitle(load, now)}`;
    return `${ours}\n${eta}. ${predictedBasis(load, stop, now)}`;
  });
  if (text === null) return null;
  const [eta, why] = text.split('\n');
  return (
    <span title={why} className={lead ? classes.etaBelow : undefined}>
      {lead}
      {lead && eta ? briefEta(eta) : eta}
    </span>
  );
}

/**
 * How overdue it is, in the words of its row without that of the heading: `2 h 16 min`, `20 min past pickup`, `3 h past appt` where the
 * arrival is unknown, `passed; arrival unknown` of a truck in doubt; empty when it is not.
 */
function overdueText(load: BoardLoad, now: number): string {
  const words = nextStopWords(load, now);
  if (words?.at_stop || words?.late) return words.late.replace(/ late$/, '');
  const late = lateStop(load, now);
  const passed = late?.by === 'plan' ? late.appointment_at : passedAppointmentAt(load, now);
  if (passed === null) return '';
  if (truckDoubt(load, now)) return UNKNOWN;
  const by = durationText(now - passed).replaceAll(' ', '\u00a0');
  return `${by} past ${waitsForTruck(load) ? 'pickup' : 'appt'}`;
}
