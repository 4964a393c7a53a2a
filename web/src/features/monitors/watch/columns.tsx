import { Group } from '@mantine/core';
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { hasObservedTime, lateBy } from '@waypost/triage/journey';
import { type ComponentType, memo } from 'react';
import { useDisabledReason } from '../../../api/context.ts';
import { useNow } from '../../../live/context.ts';
import { stopName } from '../../../live/load-words.ts';
import { isolated } from '../../../ui/bidi.ts';
import { LinkButton } from '../../../ui/buttons.tsx';
import { IconAlertTriangle, IconAlertTriangleFilled, IconClockExclamation } from '../../../ui/icons.ts';
import { useFormatKey } from '../../../ui/prefs.ts';
import { Primary, Secondary, Status, Truncated, TwoLines } from '../../../ui/resource-list/cells.tsx';
import type { Column, CsvColumn } from '../../../ui/resource-list/columns.ts';
import shared from '../../../ui/shared.module.css';
import { durationText, fullDateTime } from '../../../ui/time.ts';
import { useLayout } from '../../../ui/use-media.ts';
import { type Flag, journeyAt, type MonitorWithFacts } from './facts.ts';
import { useMonitor } from './queries.ts';
import type { Sort } from './query.ts';
import type { MonitorStore } from './store.ts';
import { JourneyLine } from './Timeline.tsx';
import {
  describeJourney,
  FLAG_WORD,
  monitorName,
  nextExpected,
  STATE,
  stateText,
  TRUCK_CSV_COLUMNS,
  useFlagWords,
  useJourneyInList,
  vehicleText,
} from './words.ts';

export function StateBadge({
  monitor: { status },
  facts: { state },
  large,
}: MonitorWithFacts & { readonly large?: boolean }) {
  return (
    <Status icon={STATE[state].Icon} tone={state === 'active' ? 'strong' : 'past'} large={large}>
      {stateText(state, status)}
    </Status>
  );
}

/** A possible wrong truck has the icon and color of its health on the board; other flags have no color. */
export function FlagIcon({ flag, size = 16 }: { readonly flag: Flag; readonly size?: number }) {
  const style = { flex: 'none', marginTop: 2 };
  if (flag.kind === 'check_truck')
    return (
      <IconAlertTriangleFilled size={size} aria-hidden style={{ ...style, color: 'var(--wp-check-shape)' }} />
    );
  const Icon = flag.kind === 'late' ? IconClockExclamation : IconAlertTriangle;
  return <Icon size={size} aria-hidden style={style} />;
}

const STRONG = { color: 'var(--wp-text)' } as const;

/** Narrower lists drop two columns, so that names stay readable. */
const WIDE_LIST_PX = 900;

interface LivePartProps {
  readonly store: MonitorStore;
  readonly id: string;
  readonly Part: ComponentType<MonitorWithFacts>;
}

/** Part of a row that re-renders only when its monitor changes. */
const LivePart = memo(function LivePart({ store, id, Part }: LivePartProps) {
  useFormatKey();
  const { monitor, facts } = useMonitor(store, id);
  return monitor && facts && <Part monitor={monitor} facts={facts} />;
});

function loadsText({ links }: BoardMonitor): string {
  const loads = links.filter(({ state }) => state === 'linked');
  if (loads.length > 0)
    return `Load ${loads.map(({ load_ref, load_id }) => isolated(load_ref ?? load_id.slice(0, 8))).join(', ')}`;
  return links.some(({ state }) => state === 'suggested') ? 'load suggested' : 'no load';
}

/** The second line of a cell; two lines on a tablet, where columns are narrow, since identifiers and locations must not be cut. */
function Detail({ text }: { readonly text: string }) {
  if (useLayout() !== 'tablet') return <Secondary title={text}>{text}</Secondary>;
  return (
    <TwoLines small title={text}>
      {text}
    </TwoLines>
  );
}

function Name({ monitor }: MonitorWithFacts) {
  return (
    <>
      <Primary title={monitorName(monitor)}>
        <strong>{monitorName(monitor)}</strong>
      </Primary>
      <Detail text={loadsText(monitor)} />
    </>
  );
}

function Vehicle({ monitor }: MonitorWithFacts) {
  const name = vehicleText(monitor);
  const more = [monitor.vin, monitor.license_plate_number].find((one) => one && one !== name) ?? '';
  return (
    <>
      <Truncated title={name}>{name}</Truncated>
      <Detail text={more} />
    </>
  );
}

function Journey({ monitor, facts }: MonitorWithFacts) {
  const text = useJourneyInList(monitor);
  return (
    <>
      <JourneyLine monitor={monitor} facts={facts} />
      <TwoLines small title={text}>
        {text}
      </TwoLines>
    </>
  );
}

function Next({ monitor }: MonitorWithFacts) {
  const next = useNow((now) => nextExpected(monitor, now));
  if (!next) return null;
  return (
    <>
      <TwoLines title={next.name}>{next.name}</TwoLines>
      <TwoLines small>
        <span className={next.late ? shared.strong : undefined} style={next.late ? STRONG : undefined}>
          {next.late && <IconClockExclamation size={14} aria-hidden style={{ margin: '0 4px -2px 0' }} />}
          {next.planned === null ? 'no plan' : `${next.planned}, ${next.relative}`}
        </span>
      </TwoLines>
    </>
  );
}

function TimeLeft({ monitor, facts: { expires } }: MonitorWithFacts) {
  const left = useNow((now) => (expires === null ? null : durationText(expires - now)));
  return left === null || monitor.expires_at === null ? null : (
    <time dateTime={monitor.expires_at} title={`Tracked until ${fullDateTime(monitor.expires_at)}`}>
      {left}
    </time>
  );
}

function WorstFlag({ monitor, facts }: MonitorWithFacts) {
  const [worst, ...rest] = facts.flags;
  return worst ? <FlagLine flag={worst} more={rest.length} monitor={monitor} facts={facts} /> : null;
}

function FlagLine({
  flag,
  more,
  monitor,
  facts,
}: MonitorWithFacts & { readonly flag: Flag; readonly more: number }) {
  const { what, why, action } = useFlagWords(flag, monitor);
  const disabledReason = useDisabledReason('manage_monitors');
  const follows = facts.attention && action?.kind === 'follow';
  const title = `${what}${more > 0 ? ` and ${more} more` : ''}`;
  return (
    <Group gap={8} wrap="nowrap" align="flex-start" title={`${what}. ${why}`}>
      <FlagIcon flag={flag} />
      <div style={{ minWidth: 0 }}>
        <TwoLines small max={follows ? 4 : 3}>
          <span
            className={facts.attention ? shared.strong : undefined}
            style={facts.attention ? STRONG : undefined}
          >
            {title}
          </span>
          {!follows && `. ${why}`}
        </TwoLines>
        {follows && (
          <LinkButton
            to="/monitors/new"
            search={{ follow: monitor.id }}
            size="compact-xs"
            disabledReason={disabledReason}
            // The row opens the monitor.
            onClick={(event) => event.stopPropagation()}
          >
            {action.label}
          </LinkButton>
        )}
      </div>
    </Group>
  );
}

/** @param narrow gives width of the right columns to trip and truck */
export function columnsOf(store: MonitorStore, narrow: boolean): readonly Column<string, Sort>[] {
  const cell = (Part: ComponentType<MonitorWithFacts>) => (id: string) => (
    <LivePart store={store} id={id} Part={Part} />
  );
  return [
    {
      id: 'state',
      header: 'Status',
      width: narrow ? 104 : 116,
      sort: 'worst',
      card: 'side',
      cell: cell(StateBadge),
    },
    { id: 'name', header: 'Monitor', width: '1.6fr', sort: 'name', card: 'title', cell: cell(Name) },
    {
      id: 'vehicle',
      header: 'Truck',
      width: narrow ? '1.1fr' : 152,
      sort: 'vehicle',
      card: 'line',
      cell: cell(Vehicle),
    },
    { id: 'journey', header: 'Trip', width: narrow ? '2.1fr' : '1.4fr', card: 'line', cell: cell(Journey) },
    {
      id: 'next',
      header: 'Next expected',
      width: '1.6fr',
      sort: 'next',
      card: 'labeled',
      visibleFrom: WIDE_LIST_PX,
      cell: cell(Next),
    },
    {
      id: 'left',
      header: 'Time left',
      width: 80,
      numeric: true,
      sort: 'left',
      card: 'labeled',
      visibleFrom: WIDE_LIST_PX,
      cell: cell(TimeLeft),
    },
    { id: 'flag', header: 'Next step', width: '1.7fr', card: 'line', cell: cell(WorstFlag) },
  ];
}

const MINUTE_MS = 60_000;

function nextStop(monitor: BoardMonitor, now: number) {
  const { kind, next } = journeyAt(monitor, now);
  return kind === 'done' || kind === 'ended' ? null : next;
}

function minutesLate(monitor: BoardMonitor, now: number): number | null {
  const late = lateBy(journeyAt(monitor, now), now, monitor.starts_at);
  return late === null ? null : Math.floor(late / MINUTE_MS);
}

const CSV_COLUMNS: readonly CsvColumn<MonitorWithFacts>[] = [
  ['monitor_id', ({ monitor }) => monitor.id],
  ['name', ({ monitor }) => monitorName(monitor)],
  ['status', ({ monitor, facts }) => (facts.state === 'other' ? monitor.status : facts.state)],
  ...TRUCK_CSV_COLUMNS,
  ['journey', ({ monitor }, now) => describeJourney(monitor, now)],
  ['stops_seen', ({ monitor }) => monitor.stops.filter(hasObservedTime).length],
  ['stops', ({ monitor }) => monitor.stops.length],
  [
    'next_stop',
    ({ monitor }, now) => {
      const next = nextStop(monitor, now);
      return next && stopName(next, monitor.stops);
    },
  ],
  ['next_planned_arrival_at_utc', ({ monitor }, now) => nextStop(monitor, now)?.planned_arrival_at],
  ['next_stop_time_zone', ({ monitor }, now) => nextStop(monitor, now)?.time_zone],
  ['next_late_by_minutes', ({ monitor }, now) => minutesLate(monitor, now)],
  ['starts_at_utc', ({ monitor }) => monitor.starts_at],
  ['expires_at_utc', ({ monitor }) => monitor.expires_at],
  [
    'minutes_left',
    ({ facts: { expires } }, now) =>
      expires === null ? null : Math.max(0, Math.floor((expires - now) / MINUTE_MS)),
  ],
  ['flags', ({ facts }) => facts.flags.map(({ kind }) => FLAG_WORD[kind]).join('; ')],
  ['created_at_utc', ({ monitor }) => monitor.created_at],
  ['created_by', ({ monitor }) => monitor.created_by_name],
  ['last_event_at_utc', ({ monitor }) => monitor.last_event_at],
];

export const csvColumnsOf = (store: MonitorStore): readonly CsvColumn<string>[] =>
  CSV_COLUMNS.map(([name, value]) => [
    name,
    (id, now) => {
      const [monitor, facts] = [store.get(id), store.facts(id)];
      return monitor && facts && value({ monitor, facts }, now);
    },
  ]);
