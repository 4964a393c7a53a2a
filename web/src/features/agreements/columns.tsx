import { Group, VisuallyHidden } from '@mantine/core';
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { Age } from '../../live/Age.tsx';
import {
  IconAlertTriangle,
  IconAlertTriangleFilled,
  IconBan,
  IconCheck,
  IconClock,
  IconClockX,
  IconHelpCircle,
  IconPlayerPause,
} from '../../ui/icons.ts';
import { Primary, Secondary, Truncated } from '../../ui/resource-list/cells.tsx';
import type { Column, CsvColumn } from '../../ui/resource-list/columns.ts';
import { fullDateTime, shortDateTime } from '../../ui/time.ts';
import { connectionKind, connectionWord, lastData, providerName } from './connection-state.ts';
import { changeOf, errorsOf } from './dates.ts';
import type { AgreementRow, AgreementSort } from './query.ts';
import { lacksLocation, stateText, stateWords, stoppedSharing } from './state.ts';
import type { DatesDrafts } from './use-agreements.ts';
import { fleetName, needsText, sharedList, sharedShort, sharedText, writeText } from './words.ts';

const STATE_ICON = {
  active: IconCheck,
  scheduled: IconClock,
  ended: IconClockX,
  never: IconClockX,
  paused: IconPlayerPause,
  over: IconBan,
  other: IconHelpCircle,
} as const;

interface StateMarkProps {
  readonly row: AgreementRow;
  readonly now: number;
}

/** The status and its current meaning. No color: color means the health of a load. */
export function StateMark({ row: { agreement, kind, risk }, now }: StateMarkProps) {
  const untracked = risk === null && lacksLocation(kind, agreement.scopes);
  const { means } = untracked ? NO_POSITIONS : stateWords(agreement, now);
  const word = rowWord({ agreement, kind, risk }, now);
  const Icon = risk ? IconAlertTriangleFilled : untracked ? IconAlertTriangle : STATE_ICON[kind];
  const past = kind === 'over' || kind === 'paused';
  return (
    <Group gap={8} wrap="nowrap" align="flex-start" c={past ? 'var(--wp-text-secondary)' : undefined}>
      <Icon size={16} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
      <div style={{ minWidth: 0 }}>
        <Primary>
          {word}
          <VisuallyHidden>,</VisuallyHidden>
        </Primary>
        <Secondary title={means} strong={risk !== null || untracked || kind === 'ended' || kind === 'never'}>
          {means}
        </Secondary>
      </div>
    </Group>
  );
}

const NO_POSITIONS = { means: 'its trucks have no position' } as const;

/** The status in a word, unless access ends before what needs it or shows no truck: that is not a calm "Active". */
function rowWord({ agreement, kind, risk }: AgreementRow, now: number): string {
  const { word } = stateWords(agreement, now);
  if (risk === null) return lacksLocation(kind, agreement.scopes) ? `${word}, no locations` : word;
  return risk.kind === 'ended' ? 'Ended too soon' : 'Ends too soon';
}

function Fleet({ agreement, unsaved }: { agreement: BoardAgreement; unsaved: boolean }) {
  const name = fleetName(agreement);
  const { fleet_ref } = agreement;
  return (
    <>
      <Primary title={name}>{name}</Primary>
      <Secondary>
        {unsaved && <b>Not saved · </b>}
        {fleet_ref !== name && fleet_ref}
      </Secondary>
    </>
  );
}

function Instant({ at, none, now }: { at: string | null | undefined; none: string; now: number }) {
  if (!at) return <Secondary>{none}</Secondary>;
  return (
    <time dateTime={at} title={fullDateTime(at)}>
      {dateText(at, now)}
    </time>
  );
}

/** Includes the day even for today, since a time alone is ambiguous. */
function dateText(at: string, now: number): string {
  const text = shortDateTime(at, now);
  return /[A-Z][a-z]/.test(text) ? text : `Today, ${text}`;
}

function Needs({ row: { agreement, kind, risk }, unknown }: { readonly row: AgreementRow; unknown: number }) {
  const { loads, monitors } = agreement.dependents;
  if (loads + monitors === 0) {
    const doubt = stoppedSharing(kind) ? 'Not known' : 'Not known yet';
    return <Secondary>{unknown > 0 ? doubt : 'No loads'}</Secondary>;
  }
  return (
    <>
      <Truncated>{needsText(loads, monitors)}</Truncated>
      {risk && (
        <Secondary strong>
          <IconAlertTriangleFilled size={12} aria-hidden />{' '}
          {risk.kind === 'ended' ? 'without access' : `${risk.loads + risk.monitors} after it ends`}
        </Secondary>
      )}
    </>
  );
}

function Data({ agreement: { connections } }: { readonly agreement: BoardAgreement }) {
  const lasts = connections
    .map((connection) => ({ connection, last: lastData(connection) }))
    .sort((a, b) => ((a.last?.at ?? '') < (b.last?.at ?? '') ? 1 : -1));
  const [first] = lasts;
  if (!first) return <Secondary>No connections</Secondary>;
  const { connection, last } = first;
  const fine = connectionKind(connection) === 'fine';
  return (
    <>
      <Truncated>
        {providerName(connection)}
        {lasts.length > 1 && ` +${lasts.length - 1}`}
      </Truncated>
      <Secondary strong={!fine}>
        {!fine && `${connectionWord(connection)}${last ? ', ' : ''}`}
        {last ? <Age at={last.at} ago /> : fine && 'age unknown'}
      </Secondary>
    </>
  );
}

const MEDIUM = 761;
const WIDE = 1061;
type Unsaved = ReturnType<DatesDrafts['all']>;

/** A draft with what a colleague has saved meanwhile leaves nothing to save. */
function isUnsaved(drafts: Unsaved, { agreement }: AgreementRow): boolean {
  const draft = drafts.get(agreement.id);
  if (!draft) return false;
  return [changeOf(draft.value.values, agreement), errorsOf(draft.value.values, agreement)].some(
    (found) => Object.keys(found).length > 0,
  );
}

/** @param drafts unsaved dates by agreement @param unknown number of watched loads whose fleet is unknown */
export function columnsOf(
  now: number,
  drafts: Unsaved,
  unknown: number,
): readonly Column<AgreementRow, AgreementSort>[] {
  return [
    {
      id: 'state',
      header: 'State',
      width: 192,
      sort: 'worst',
      card: 'line',
      cell: (row) => <StateMark row={row} now={now} />,
    },
    {
      id: 'fleet',
      header: 'Fleet',
      width: '1fr',
      sort: 'fleet',
      card: 'title',
      cell: (row) => <Fleet agreement={row.agreement} unsaved={isUnsaved(drafts, row)} />,
    },
    {
      id: 'starts',
      header: 'Access from',
      width: 132,
      sort: 'starts',
      visibleFrom: WIDE,
      cell: ({ agreement }) => <Instant at={agreement.effective_date} none="Not set" now={now} />,
    },
    {
      id: 'ends',
      header: 'Access to',
      width: 132,
      sort: 'ends',
      visibleFrom: MEDIUM,
      cell: ({ agreement }) => <Instant at={agreement.expiration_date} none="No end" now={now} />,
    },
    {
      id: 'shared',
      header: 'Shared',
      width: '1.1fr',
      visibleFrom: MEDIUM,
      card: 'line',
      title: ({ agreement }) => sharedText(agreement.scopes),
      cell: ({ agreement }) => (
        <>
          <Truncated>{sharedShort(agreement.scopes)}</Truncated>
          <Secondary>{writeText(agreement.scopes)}</Secondary>
        </>
      ),
    },
    {
      id: 'needs',
      header: 'Needed by',
      width: '0.9fr',
      sort: 'needs',
      card: 'labeled',
      cell: (row) => <Needs row={row} unknown={unknown} />,
    },
    {
      id: 'data',
      header: 'Data',
      width: '0.9fr',
      visibleFrom: WIDE,
      cell: ({ agreement }) => <Data agreement={agreement} />,
    },
  ];
}

export const CSV_COLUMNS: readonly CsvColumn<AgreementRow>[] = [
  ['share_agreement_id', ({ agreement }) => agreement.id],
  ['fleet_ref', ({ agreement }) => agreement.fleet_ref],
  ['fleet_name', ({ agreement }) => agreement.fleet_name],
  ['fleet_id', ({ agreement }) => agreement.fleet_id],
  ['status', ({ agreement }) => agreement.status],
  ['ends_too_soon', ({ risk }) => risk !== null],
  ['state', ({ agreement }, now) => stateText(agreement, now)],
  ['effective_date_utc', ({ agreement }) => agreement.effective_date],
  ['expiration_date_utc', ({ agreement }) => agreement.expiration_date],
  [
    'scopes',
    ({ agreement }) =>
      sharedList(agreement.scopes)
        .map(([name, level]) => `${name}:${level}`)
        .join(' '),
  ],
  ['watched_loads', ({ agreement }) => agreement.dependents.loads],
  ['monitors', ({ agreement }) => agreement.dependents.monitors],
  ['loads_at_risk', ({ agreement }) => agreement.dependents.loads_at_risk],
  ['monitors_at_risk', ({ agreement }) => agreement.dependents.monitors_at_risk],
  ['needed_until_utc', ({ agreement }) => agreement.dependents.needed_until],
  [
    'connections',
    ({ agreement }) =>
      agreement.connections
        .map((connection) => `${providerName(connection)} (${connectionWord(connection)})`)
        .join('; '),
  ],
  [
    'last_data_at_utc',
    ({ agreement }) =>
      agreement.connections
        .flatMap((connection) => lastData(connection)?.at ?? [])
        .sort()
        .at(-1),
  ],
];
