/**
 * The recorded positions of a load's truck: trail on the map, a slider to replay it ping by ping, stops, distance, and exports. Loaded on
 * demand.
 */
import { Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { LoadHistory, Stay } from '@waypost/contract/api/history';
import { HISTORY_ROUTES } from '@waypost/contract/api/history-routes';
import { compassDirection } from '@waypost/geo/geodesy';
import { plannedStart } from '@waypost/triage/plan';
import { useEffect, useMemo, useState } from 'react';
import { useApi } from '../../../api/context.ts';
import { ProblemState } from '../../../api/ProblemState.tsx';
import { asProblem } from '../../../api/problem.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useLive, useNow } from '../../../live/context.ts';
import type { Trail } from '../../../map/types.ts';
import { isolated } from '../../../ui/bidi.ts';
import { download, fileName } from '../../../ui/files.ts';
import { coordinatesText, distanceText, isPlausibleSpeed, speedText } from '../../../ui/quantities.ts';
import { Fact, Facts, Section } from '../../../ui/Section.tsx';
import shared from '../../../ui/shared.module.css';
import { durationText, fullDateTime, personZone, shortDateTime, zoneName } from '../../../ui/time.ts';
import { countText, placeText } from '../../../ui/units.ts';
import { dayOf, instantsOf } from '../../../ui/zoned.ts';
import classes from '../LoadPanel.module.css';
import {
  courseAt,
  drivenSince,
  GAP_MS,
  legTo,
  pointsOf,
  speedAt,
  type TrackPoint,
  trackCsv,
  trackGpx,
} from './track.ts';

const HOUR = 3_600_000;
/** Hours; null: since the planned start of the load. */
const PERIODS = {
  load: { label: 'This load', hours: null },
  day: { label: 'Last 24 hours', hours: 24 },
  week: { label: 'Last 7 days', hours: 7 * 24 },
  month: { label: 'Last 30 days', hours: 30 * 24 },
} as const;
type Period = keyof typeof PERIODS;
/** Trucks wait at the origin before they leave. */
const BEFORE_START_MS = 2 * HOUR;

interface HistorySectionProps {
  readonly load: BoardLoad;
  /** Must keep its identity between renders. Null: the default trail. */
  readonly onTrail: (trail: Trail | null) => void;
  readonly onClose: () => void;
}

/** Start of a period, milliseconds since 1970. */
function startOf(period: Period, load: BoardLoad, now: number): number {
  const { hours } = PERIODS[period];
  if (hours !== null) return now - hours * HOUR;
  const start = plannedStart(load) ?? Date.parse(load.watched_at);
  return Math.min(start, now) - BEFORE_START_MS;
}

const REFRESH_MS = 60_000;

export default function HistorySection({ load, onTrail, onClose }: HistorySectionProps) {
  const { http } = useApi();
  const { clock } = useLive();
  const [period, setPeriod] = useState<Period>('load');
  const [truck, setTruck] = useState<'current' | 'previous'>('current');
  const { load_id } = load;
  const vehicle_id =
    truck === 'previous' ? load.previous_vehicle_id : (load.vehicle_assignment?.vehicle.id ?? null);
  const key = queryKeys.loadHistory(load_id, vehicle_id, period);
  const { data, error, refetch } = useQuery<LoadHistory>({
    queryKey: key,
    queryFn: ({ signal, client }) => {
      const from = new Date(startOf(period, load, clock.now())).toISOString();
      return http.call(HISTORY_ROUTES.loadHistory, {
        params: { load_id },
        query: { from, truck },
        background: client.getQueryData(key) !== undefined,
        signal,
      });
    },
    // Not with each ping, which may come every few seconds; a long period changes little.
    refetchInterval: period === 'load' || period === 'day' ? REFRESH_MS : false,
    // Until the response arrives, shows the previous one for the same truck.
    placeholderData: (previous) => (previous?.truck?.vehicle_id === vehicle_id ? previous : undefined),
    staleTime: 60_000,
    gcTime: 60_000,
  });
  useEffect(() => () => onTrail(null), [onTrail]);
  return (
    <Section
      title="History"
      aside={
        <Button size="compact-xs" onClick={onClose}>
          Hide history
        </Button>
      }
    >
      <div className={shared.wrapped} style={{ marginBottom: 8 }}>
        <NativeSelect
          aria-label="Period"
          value={period}
          data={Object.entries(PERIODS).map(([value, { label }]) => ({ value, label }))}
          onChange={({ currentTarget }) => setPeriod(currentTarget.value as Period)}
        />
        {load.previous_vehicle_id !== null && (
          <NativeSelect
            aria-label="Truck"
            value={truck}
            data={[
              { value: 'current', label: 'Current truck' },
              { value: 'previous', label: 'Previous truck' },
            ]}
            onChange={({ currentTarget }) => setTruck(currentTarget.value as typeof truck)}
          />
        )}
      </div>
      {data ? (
        <Track
          key={`${truck} ${period}`}
          history={data}
          load={load}
          is_current={truck === 'current'}
          onTrail={onTrail}
        />
      ) : error ? (
        <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} small />
      ) : (
        <p role="status" className={shared.note}>
          Loading recorded positions
        </p>
      )}
    </Section>
  );
}

interface TrackProps {
  readonly history: LoadHistory;
  readonly load: BoardLoad;
  readonly is_current: boolean;
  readonly onTrail: (trail: Trail | null) => void;
}

function Track({ history, load, is_current, onTrail }: TrackProps) {
  const { clock } = useLive();
  const points = useMemo(() => pointsOf(history), [history]);
  const drawn = useMemo(
    () => points.map(({ at, ...place }) => ({ ...place, occurred_at: new Date(at).toISOString() })),
    [points],
  );
  /** The selected time, milliseconds since 1970; null: the newest ping, including new ones. */
  const [at, setAt] = useState<number | null>(null);
  const last = points.length - 1;
  const found = at === null ? -1 : points.findIndex((point) => point.at >= at);
  const index = found === -1 ? last : found;
  useEffect(() => {
    const point = index === last ? undefined : drawn[index];
    const replay = point && { ...point, bearing_degrees: courseAt(points, index) };
    onTrail({ points: drawn, gap_seconds: GAP_MS / 1000, ...(replay ? { replay } : {}) });
  }, [drawn, points, index, last, onTrail]);
  const today = useNow((now) => dayOf(now, personZone()));
  const driven = useMemo(() => distanceOn(today, points, history), [today, points, history]);
  const gaps = useMemo(
    () => points.reduce((count, _, n) => count + (legTo(points, n)?.gap ? 1 : 0), 0),
    [points],
  );
  const stopped_for = useNow((now) => (is_current ? stoppedText(history, points, now) : null));
  if (points.length === 0) return <NoPositions history={history} />;
  const name = load.load_ref ?? load.load_id;
  const file = (extension: string) => fileName(`history-${name}`, clock.now(), extension);
  return (
    <>
      <Facts>
        {!is_current && <Fact name="Truck">{history.truck?.name && isolated(history.truck.name)}</Fact>}
        <Fact name="Stopped for">{stopped_for}</Fact>
        <Fact name="Distance today">{driven}</Fact>
      </Facts>
      <Replay
        points={points}
        stays={history.stays}
        index={index}
        onIndex={(to) => setAt(points[to]?.at ?? null)}
      />
      <p className={shared.note}>
        {countText(points.length, 'position')}
        {gaps > 0 && `, ${countText(gaps, 'gap')} in the pings (dashed on the map)`}.
        {history.truncated && ' Only the newest positions are shown. Choose a shorter period to see all.'}{' '}
        Kept for {history.kept_days} days.
      </p>
      <Stays stays={history.stays} onShow={setAt} />
      <div className={shared.wrappedBelow}>
        <Button onClick={() => download(file('gpx'), trackGpx(name, points), 'application/gpx+xml')}>
          Export GPX
        </Button>
        <Button onClick={() => download(file('csv'), trackCsv(points))}>Export CSV</Button>
      </div>
    </>
  );
}

function NoPositions({ history }: { readonly history: LoadHistory }) {
  const first = useNow((now) => history.first_at && shortDateTime(history.first_at, now));
  return (
    <p className={shared.note}>
      {history.truck === null
        ? 'No truck assigned, so there is no record of positions.'
        : first
          ? `No recorded positions in this period. The oldest one kept is from ${first}.`
          : 'No recorded positions of this truck yet. Waypost records positions while one of its loads is on the board.'}
    </p>
  );
}

interface ReplayProps {
  readonly points: readonly TrackPoint[];
  readonly stays: readonly Stay[];
  readonly index: number;
  readonly onIndex: (index: number) => void;
}

function Replay({ points, stays, index, onIndex }: ReplayProps) {
  const point = points[index] as TrackPoint;
  const words = momentText(points, stays, index);
  return (
    <div className={classes.replay}>
      <label className={shared.row}>
        <span>Replay</span>
        <input
          type="range"
          className={classes.slider}
          min={0}
          max={points.length - 1}
          value={index}
          disabled={points.length === 1}
          aria-valuetext={`${fullDateTime(point.at)}: ${words}`}
          onChange={({ currentTarget }) => onIndex(Number(currentTarget.value))}
        />
      </label>
      <p className={shared.column}>
        <time dateTime={new Date(point.at).toISOString()}>{fullDateTime(point.at)}</time>
        <span>{words}</span>
      </p>
    </div>
  );
}

/** What the truck did at a ping: where it was stopped, how it was driving, or how long the gap before it was. */
function momentText(points: readonly TrackPoint[], stays: readonly Stay[], index: number): string {
  const point = points[index] as TrackPoint;
  const leg = legTo(points, index);
  if (leg?.gap)
    return `First ping in ${durationText(leg.ms)}, ${distanceText(leg.meters)} from the one before`;
  const stay = stays.find(({ from, to }) => Date.parse(from) <= point.at && point.at <= Date.parse(to));
  if (stay) return `Stopped${stay.place ? `, ${placeText(stay.place)}` : ''}`;
  const speed = speedAt(points, index);
  const course = courseAt(points, index);
  const driving =
    speed !== null && speed > 0 && isPlausibleSpeed(speed)
      ? `${course === null ? '' : `${compassDirection(course)} `}${speedText(speed)} since the previous ping, `
      : '';
  return `${driving}${coordinatesText(point)}`;
}

const STAYS_SHOWN = 6;

interface StaysProps {
  readonly stays: readonly Stay[];
  readonly onShow: (at: number) => void;
}

function Stays({ stays, onShow }: StaysProps) {
  const [all, setAll] = useState(false);
  const newest = stays.toReversed();
  const shown = all ? newest : newest.slice(0, STAYS_SHOWN);
  const texts = useNow((now) => shown.map((stay) => stayLine(stay, now)));
  if (stays.length === 0) return <p className={shared.note}>No stops of 10 min or more in this period.</p>;
  return (
    <>
      <h4 style={{ margin: '4px 0 0' }}>Stops of 10 min or more</h4>
      <ul className={shared.list}>
        {shown.map((stay, n) => (
          <li key={stay.from}>
            <button
              type="button"
              className={`${shared.column} ${classes.stay}`}
              onClick={() => onShow(Date.parse(stay.from))}
            >
              <span style={{ fontWeight: 500 }}>
                {stay.place ? placeText(stay.place) : coordinatesText(stay)}
              </span>
              <span className={shared.note}>{texts[n]}</span>
            </button>
          </li>
        ))}
      </ul>
      {newest.length > STAYS_SHOWN && !all && (
        <Button size="compact-xs" onClick={() => setAll(true)}>
          Show all {newest.length} stops
        </Button>
      )}
    </>
  );
}

/** `14:05 to 16:15 CST, 2 h 10 min; no pings for 1 h 2 min of it` */
function stayLine({ from, to, silent_seconds }: Stay, now: number): string {
  const ms = Date.parse(to) - Date.parse(from);
  const silent = silent_seconds * 1000;
  const unknown = silent > GAP_MS ? `; no pings for ${durationText(silent)} of that time` : '';
  return `${shortDateTime(from, now)} to ${shortDateTime(to, now)} ${zoneName(to)}, ${durationText(ms)}${unknown}`;
}

/** Distance since the start of the person's day, or of the period if that is later. */
function distanceOn(day: string, points: readonly TrackPoint[], { from }: LoadHistory): string {
  const zone = personZone();
  const midnight = Date.parse(instantsOf({ from: day }, zone).since ?? from);
  const begin = Math.max(midnight, Date.parse(from));
  const { meters, gaps } = drivenSince(points, begin);
  const why = gaps > 0 ? `, ${gaps === 1 ? 'one gap' : `${gaps} gaps`} measured in a straight line` : '';
  const since = begin > midnight ? ` since ${shortDateTime(begin, begin)}` : '';
  return `At least ${distanceText(meters)}${since}${why}`;
}

/** Null unless the last position belongs to a stop. */
function stoppedText({ stays }: LoadHistory, points: readonly TrackPoint[], now: number): string | null {
  const [stay, last] = [stays.at(-1), points.at(-1)];
  if (!stay || !last || Date.parse(stay.to) < last.at) return null;
  const place = stay.place ? `, ${placeText(stay.place)}` : '';
  return `${durationText(last.at - Date.parse(stay.from))} as of its last ping (${shortDateTime(last.at, now)})${place}`;
}
