/** What surrounds the rows of the board's list: health filter, tabs and tools, the line for loads that are fine, footer and empty states. */
import { ActionIcon } from '@mantine/core';
import type { ServiceStatus } from '@waypost/contract/api/board';
import { BANDS, type Cause } from '@waypost/triage/score';
import { type KeyboardEvent, type ReactNode, useSyncExternalStore } from 'react';
import { usePerson } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { Problem } from '../../api/problem.ts';
import { BAND_WORD } from '../../live/attention.ts';
import {
  type Live,
  useAwaited,
  useConnection,
  useCounts,
  useLive,
  useNewExceptions,
  useNow,
  useOutage,
  useServiceStatus,
} from '../../live/context.ts';
import type { LoadView, ViewQuery } from '../../live/view.ts';
import { Chips, type ChipsProps } from '../../ui/Chips.tsx';
import { deferred, MenuButtonPlaceholder } from '../../ui/deferred.tsx';
import { EmptyState, ListSkeleton } from '../../ui/EmptyState.tsx';
import { HealthIcon } from '../../ui/HealthBadge.tsx';
import { HEALTH, HEALTH_ORDER, type HealthKey } from '../../ui/health.ts';
import { Initials } from '../../ui/Initials.tsx';
import {
  IconArrowsSort,
  IconCheck,
  IconChevronRight,
  IconClockExclamation,
  IconColumns,
  IconPlus,
  IconWifiOff,
} from '../../ui/icons.ts';
import shared from '../../ui/shared.module.css';
import tabs from '../../ui/Tabs.module.css';
import { durationText, personZone, zonesOfYear } from '../../ui/time.ts';
import { countText, numberText, plural } from '../../ui/units.ts';
import classes from './LoadList.module.css';
import { type QueryOf, useCountsOf } from './query.ts';
import {
  type BoardSearch,
  type Grouping,
  SORT_WORDS,
  type Sort,
  type SortOrder,
  type Tab,
} from './search.ts';

export const LIST_PANEL_ID = 'board-list';

export interface OrderMenuProps {
  readonly sort: SortOrder;
  readonly onSort: (sort: SortOrder) => void;
  readonly grouping: Grouping;
  readonly onGroup: (grouping: Grouping) => void;
  readonly as_table: boolean;
  /** Null: there is no room for a table. */
  readonly onForm: ((form: 'rows' | 'table') => void) | null;
}

export const orderTip = (sort: SortOrder) => `Order: ${SORT_WORDS[sort.replace('-', '') as Sort]}`;

const OrderMenu = deferred<OrderMenuProps>(
  async () => (await import('./ListTools.tsx')).OrderMenuOpen,
  ({ sort, onRequest }) => (
    <MenuButtonPlaceholder label="Order and groups" tip={orderTip(sort)} onRequest={onRequest}>
      <IconArrowsSort size={18} aria-hidden />
    </MenuButtonPlaceholder>
  ),
);

export interface ColumnsMenuProps {
  readonly all: readonly TableColumn[];
  /** The chosen columns, and those of them that fit. */
  readonly chosen: readonly TableColumn[];
  readonly shown: readonly TableColumn[];
  readonly onColumns: (columns: readonly string[]) => void;
}

interface TableColumn {
  readonly id: string;
  readonly header: string;
  readonly always?: true;
}

export const ColumnsMenu = deferred<ColumnsMenuProps>(
  async () => (await import('./ListTools.tsx')).ColumnsMenuOpen,
  ({ onRequest }) => (
    <MenuButtonPlaceholder label="Columns" onRequest={onRequest}>
      <IconColumns size={18} aria-hidden />
    </MenuButtonPlaceholder>
  ),
);

interface ListHeadProps extends OrderMenuProps {
  readonly tab: Tab;
  readonly onTab: (tab: Tab) => void;
  readonly onAdd: () => void;
  readonly tools?: ReactNode;
}

export function ListHead(props: ListHeadProps) {
  const { tab, onTab, onAdd, tools, ...order } = props;
  return (
    <div className={`${shared.row} ${classes.head}`}>
      <Tabs tab={tab} onTab={onTab} />
      <div className={classes.tools}>
        {tools}
        <OrderMenu {...order} />
        <ActionIcon aria-label="Add loads" data-tip="Add loads (a)" onClick={onAdd}>
          <IconPlus size={18} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}

/** Apart from the tools, because the counts change all the time. */
function Tabs({ tab, onTab }: Pick<ListHeadProps, 'tab' | 'onTab'>) {
  const { attention, total } = useCounts();
  const is_known = useAwaited() !== null;
  const fresh = useNewExceptions().count;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const other = tab === 'all' ? 'attention' : 'all';
    onTab(other);
    document.getElementById(`tab-${other}`)?.focus();
  };
  const shown = [
    { key: 'attention', words: 'Needs attention', count: attention, fresh },
    { key: 'all', words: 'All loads', count: total, fresh: 0 },
  ] as const;
  return (
    <div role="tablist" aria-label="Loads" className={classes.tabs} onKeyDown={onKeyDown}>
      {shown.map(({ key, words, count, fresh }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`tab-${key}`}
          aria-selected={key === tab}
          aria-controls={LIST_PANEL_ID}
          tabIndex={key === tab ? 0 : -1}
          className={tabs.tab}
          onClick={() => onTab(key)}
        >
          {words} <span className={tabs.count}>{is_known ? numberText(count) : '…'}</span>
          {fresh > 0 && <span className={shared.fresh}>{fresh} new</span>}
        </button>
      ))}
    </div>
  );
}

interface ListFootProps {
  readonly tab: Tab;
  /** The matching loads on this tab. */
  readonly view: LoadView;
  readonly filtered: boolean;
  readonly onClear: () => void;
  readonly onSnoozed: () => void;
}

export function ListFoot({ tab, view, filtered, onClear, onSnoozed }: ListFootProps) {
  const shown = useSizeOf(view);
  const counts = useCounts();
  const awaited = useAwaited() ?? 0;
  const zone = useNow(zonesOfYear);
  const total = tab === 'all' ? counts.total : counts.attention;
  // Where they are not listed.
  const snoozed = tab === 'all' ? 0 : counts.snoozed;
  const matching = filtered
    ? `${numberText(shown)} of ${numberText(total)} loads match`
    : countText(total, 'load');
  const words = awaited > 0 ? `Loading ${countText(awaited, 'more load')}…` : matching;
  return (
    <div className={`${shared.row} ${shared.fixedSmall} ${classes.foot}`}>
      <span>{words}</span>
      {filtered && shown > 0 && (
        <button type="button" className={shared.linkButton} onClick={onClear}>
          Clear filters
        </button>
      )}
      {!filtered && snoozed > 0 && (
        <button type="button" className={shared.linkButton} onClick={onSnoozed}>
          {numberText(snoozed)} snoozed
        </button>
      )}
      <span className={shared.end} title={personZone()}>
        Times {zone}
      </span>
    </div>
  );
}

const useSizeOf = (view: LoadView) => useSyncExternalStore(view.subscribe, () => view.size);

interface OpenLineProps {
  readonly icon?: typeof IconCheck;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

const OpenLine = ({ icon: Icon, onOpen, children }: OpenLineProps) => (
  <button type="button" className={`${shared.row} ${shared.secondary} ${classes.line}`} onClick={onOpen}>
    {Icon && <Icon size={16} aria-hidden />}
    <span>{children}</span>
    <IconChevronRight size={16} aria-hidden className={shared.end} />
  </button>
);

interface MoreLineProps {
  /** The loads that need attention, and how many of them are listed here. */
  readonly view: LoadView;
  readonly listed: number;
  readonly onOpen: () => void;
}

export function MoreLine({ view, listed, onOpen }: MoreLineProps) {
  const more = useSizeOf(view) - listed;
  if (more <= 0) return null;
  return (
    <OpenLine onOpen={onOpen}>
      <strong>{countText(more, 'more load')}</strong> {plural(more, 'needs', 'need')} attention: less urgent,
      or taken
    </OpenLine>
  );
}

/** Opens the list of loads that may be late, which are no exceptions yet. */
export function MayBeLateLine({ onOpen }: Pick<OthersLineProps, 'onOpen'>) {
  const { may_be_late } = useCounts();
  if (may_be_late === 0) return null;
  return (
    <OpenLine icon={IconClockExclamation} onOpen={onOpen}>
      <strong>{countText(may_be_late, 'other load')}</strong> may be late, or arrived unseen
    </OpenLine>
  );
}

interface OthersLineProps {
  /** The matching loads that need attention, and all of them: the others need none, or somebody has snoozed or closed them. */
  readonly view: LoadView;
  readonly all: LoadView;
  readonly filtered: boolean;
  readonly onOpen: () => void;
}

export function OthersLine({ view, all, filtered, onOpen }: OthersLineProps) {
  const { may_be_late } = useCounts();
  // Those that may be late have a line of their own while nothing is filtered.
  const others = useSizeOf(all) - useSizeOf(view) - (filtered ? 0 : may_be_late);
  const status = useServiceStatus();
  const freshness = useNow((now) => freshnessText(status, now));
  if (others <= 0) return null;
  return (
    <OpenLine icon={IconCheck} onOpen={onOpen}>
      <strong>{countText(others, 'other load')}</strong>, {freshness}
    </OpenLine>
  );
}

/** `oldest update 20 s ago`; if a load was never read, the age of the latest response. */
function freshnessText(status: ServiceStatus | null, now: number): string {
  const age = (at: string) => `${durationText(now - Date.parse(at))} ago`;
  if (status?.oldest_read_at) return `oldest update ${age(status.oldest_read_at)}`;
  return status?.last_success_at ? `last response ${age(status.last_success_at)}` : 'no response yet';
}

/** Before the first list has arrived: never loaded late, because the network may be what is missing. */
export function NotLoaded() {
  const connection = useConnection();
  const live = useLive();
  if (connection.phase === 'refused') return <ProblemState problem={connection.problem} />;
  if (connection.phase === 'offline')
    return (
      <EmptyState icon={IconWifiOff} title="This device is offline" role="alert">
        No data yet. Waypost starts automatically when the network is back.
      </EmptyState>
    );
  if (connection.phase === 'reconnecting')
    return (
      <ProblemState
        problem={
          connection.problem ??
          new Problem({
            code: 0,
            reason: 'server_unreachable',
            message: 'The Waypost server is not responding',
          })
        }
        onRetry={() => live.connection.start()}
      />
    );
  return <ListSkeleton label="Loading loads" />;
}

interface FilterChipsProps {
  readonly search: BoardSearch;
  readonly onSearch: (change: Partial<BoardSearch>) => void;
  readonly queryOf: QueryOf;
}

/** What is pressed after a press; undefined: nothing. */
function afterPress<K extends string>(pressed: readonly K[], key: K): K[] | undefined {
  const next = pressed.includes(key) ? pressed.filter((one) => one !== key) : [...pressed, key];
  return next.length > 0 ? next : undefined;
}

/** Without a list, nothing is counted yet. */
function CountChips<K extends string>({ chips, ...props }: ChipsProps<K>) {
  const is_known = useAwaited() !== null;
  return <Chips {...props} chips={is_known ? chips : chips.map((chip) => ({ ...chip, count: null }))} />;
}

/** Filters by owner, severity and unknown lateness. Each chip counts what is listed with it, by the filters of all other kinds. */
export function WhoseChips({ search, onSearch, queryOf }: FilterChipsProps) {
  const { tab = 'attention', owner, band = [], unsure } = search;
  const { by_owner, of_attention: of_owners } = useCountsOf(queryOf({ owner: undefined }));
  const { of_attention, may_be_late } = useCountsOf(queryOf({ band: undefined, unsure: undefined }));
  const me = usePerson();
  const counts = tab === 'attention' ? of_owners.by_owner : by_owner;
  const countOf = (sub: string | null) => counts.find((one) => (one.owner?.sub ?? null) === sub)?.count ?? 0;
  const others = counts
    .flatMap(({ owner: person, count }) => (person && person.sub !== me ? [{ ...person, count }] : []))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const chips = [
    { key: 'me', word: 'Mine', count: countOf(me) },
    { key: 'nobody', word: "Nobody's", count: countOf(null) },
    ...others.map(({ count, ...person }) => ({
      key: person.sub,
      word: '',
      icon: <Initials person={person} mine={false} what="Taken by" />,
      count,
    })),
  ];
  // An address may name a person who has no loads here.
  if (owner !== undefined && !chips.some(({ key }) => key === owner))
    chips.push({ key: owner, word: 'Someone else', count: 0 });
  return (
    <div className={classes.whose}>
      {/* Loads that may be late have no exception, and so no owner. */}
      {(!unsure || owner !== undefined) && (
        <CountChips
          label="Filter by owner"
          chips={chips}
          pressed={owner === undefined ? [] : [owner]}
          onPress={(key) => onSearch({ owner: key === owner ? undefined : key })}
        />
      )}
      {tab === 'attention' && (
        <CountChips
          label="Filter by severity"
          chips={BANDS.map((key) => ({ key, word: BAND_WORD[key], count: of_attention.by_band[key] }))}
          pressed={band}
          onPress={(key) => onSearch({ band: afterPress(band, key) })}
        />
      )}
      {tab === 'all' && (may_be_late > 0 || unsure) && (
        <CountChips
          label="Filter by lateness"
          chips={[{ key: 'unsure', word: 'May be late', count: may_be_late }]}
          pressed={unsure ? ['unsure'] : []}
          onPress={() => onSearch({ unsure: unsure ? undefined : '1' })}
        />
      )}
    </div>
  );
}

interface HealthChipsProps extends FilterChipsProps {
  readonly causeText: (cause: string) => string;
}

export function HealthChips({ search, onSearch, queryOf, causeText }: HealthChipsProps) {
  const { tab = 'attention', health = [] } = search;
  const query = queryOf({ health: undefined });
  const counts = useCountsOf(query);
  const { by_health } = tab === 'attention' ? counts.of_attention : counts;
  const outage = useOutage();
  const { store } = useLive();
  return (
    <div className={classes.bleed} data-outage={outage || undefined}>
      <CountChips
        label={outage ? 'Filter by health, as last known' : 'Filter by health'}
        chips={HEALTH_ORDER.map((key) => ({
          key,
          word: HEALTH[key].word,
          icon: <HealthIcon health={key} size={14} />,
          count: by_health[key],
          color: outage ? 'var(--wp-text-secondary)' : `var(--wp-${key.replaceAll('_', '-')}-text)`,
        }))}
        explain={(key) => causesText(store, key, query, causeText)}
        pressed={health}
        onPress={(key) => onSearch({ health: afterPress(health, key) })}
      />
    </div>
  );
}

/** `Truck in doubt: 6 Possible wrong truck, 4 Truck changed`: a health has loads of several causes. */
function causesText(
  store: Live['store'],
  health: HealthKey,
  { matches }: ViewQuery,
  causeText: HealthChipsProps['causeText'],
): string {
  const counts = new Map<Cause, number>();
  for (const load_id of store.ids()) {
    const [load, facts] = [store.get(load_id), store.facts(load_id)];
    if (!load || facts?.health !== health || !matches(load, facts)) continue;
    counts.set(facts.cause, (counts.get(facts.cause) ?? 0) + 1);
  }
  const parts = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([cause, count]) => `${numberText(count)} ${causeText(cause)}`);
  return [HEALTH[health].word, parts.join(', ') || 'none'].join(': ');
}
