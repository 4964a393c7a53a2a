import { useNavigate } from '@tanstack/react-router';
import { MONITOR_ENDINGS, MONITOR_STATUS_WORD } from '@waypost/contract/api/monitors';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useDisabledReason } from '../../../api/context.ts';
import { ProblemState } from '../../../api/ProblemState.tsx';
import { useNow } from '../../../live/context.ts';
import { ResourceList } from '../../../live/ResourceList.tsx';
import { UnknownIntents, useUnknownIntents } from '../../../live/UnknownIntents.tsx';
import { LinkButton } from '../../../ui/buttons.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconPlus, IconRoute } from '../../../ui/icons.ts';
import type { ViewProps } from '../../../ui/page-frame.tsx';
import { NoMatch } from '../../../ui/resource-list/ListLayout.tsx';
import { useLayout } from '../../../ui/use-media.ts';
import type { MonitorsSearch } from '../search.ts';
import { MONITOR_FILTERS, type MonitorFilter } from '../search.ts';
import { columnsOf, csvColumnsOf } from './columns.tsx';
import { useMonitorStore, useSelectedMonitors } from './queries.ts';
import { sortOf } from './query.ts';
import { sourceWords } from './words.ts';

const SHOW_WORD: Readonly<Record<MonitorFilter, string>> = {
  ...MONITOR_STATUS_WORD,
  attention: 'Needs attention',
  unknown: 'Unknown',
};

const UNKNOWN_WORDS = {
  one: 'monitor',
  many: 'monitors',
  found: 'Tracking is on.',
} as const;

const SEARCH_HINT = 'Search covers names, loads, units, VINs, plates, stops and words such as late.';
const keyOf = (id: string) => id;

export function MonitorsView({ search, onSearch }: ViewProps<MonitorsSearch>) {
  const navigate = useNavigate();
  const store = useMonitorStore();
  const state = useSyncExternalStore(store.subscribeState, store.state);
  const { show, q, sort } = search;
  const { ids, all, counts, is_read } = useSelectedMonitors(store, { show, q, sort });
  const is_known = counts.all > 0 || (is_read && state.phase === 'read');
  const narrow = useLayout() === 'tablet';
  const columns = useMemo(() => columnsOf(store, narrow), [store, narrow]);
  const csv_columns = useMemo(() => csvColumnsOf(store), [store]);
  const source = useNow((now) => (state.sources ? sourceWords(state.sources, now) : ''));
  const status = MONITOR_ENDINGS.find((one) => one === show);
  const shows_ended = show === undefined || status !== undefined;
  const ended = useMemo(() => ({ status, q }), [status, q]);
  const has_ended = shows_ended && state.phase === 'read' ? store.hasMoreEnded(ended) : false;
  const readOlder = () => void store.readEnded(ended);
  useEffect(() => {
    if (has_ended === null && !state.reading_ended && !state.ended_problem) void store.readEnded(ended);
  }, [has_ended, state.reading_ended, state.ended_problem, store, ended]);
  const intents = useUnknownIntents('monitor');
  const with_unknown = intents.length > 0 && (show === undefined || show === 'unknown');
  const clear = () => onSearch({ show: undefined, q: undefined });
  const open = (monitor_id: string) => void navigate({ to: '/monitors/$monitor_id', params: { monitor_id } });
  const disabledReason = useDisabledReason('manage_monitors');
  const create = (
    <LinkButton to="/monitors/new" variant="filled" disabledReason={disabledReason} icon={IconPlus}>
      New monitor
    </LinkButton>
  );
  return (
    <ResourceList
      title="Monitors"
      id="monitor-list"
      words={['monitor', 'monitors']}
      search={search}
      onSearch={onSearch}
      rows={is_known ? ids : undefined}
      all={all}
      total={counts.all}
      keyOf={keyOf}
      read={{
        error: state.phase === 'failed' ? state.problem : null,
        onRetry: () => void store.read(false),
        readAt: state.read_at,
        more:
          has_ended === false ? null : { label: 'Show older', loading: state.reading_ended, run: readOlder },
      }}
      columns={columns}
      rowHeight={64}
      grows
      order={{ ...sortOf(sort), default: 'worst' }}
      searchBox={{
        label: 'Search monitors',
        placeholder: 'Name, load, unit, stop',
        title: 'Search names, loads, units, VINs, plates, stops and words such as late',
      }}
      chips={{
        label: 'Filter by status',
        chips: MONITOR_FILTERS.map((key) => ({
          key,
          word: SHOW_WORD[key],
          count: is_known ? counts[key] + (key === 'unknown' ? intents.length : 0) : null,
        })),
      }}
      notes={
        <>
          {with_unknown && <UnknownIntents intents={intents} words={UNKNOWN_WORDS} onFound={open} />}
          {state.ended_problem && <ProblemState problem={state.ended_problem} onRetry={readOlder} small />}
        </>
      }
      empty={
        <EmptyState icon={IconRoute} title="No monitors yet" action={create}>
          <p>
            A monitor tracks one truck from origin to destination and records its actual arrivals and
            departures.
          </p>
          <p>To start from a load, open it on the board and choose “Track arrivals”.</p>
        </EmptyState>
      }
      noMatch={
        with_unknown
          ? {
              node: (
                <NoMatch title="No matching monitors" clear="Show all monitors" onClear={clear}>
                  {SEARCH_HINT}
                </NoMatch>
              ),
            }
          : SEARCH_HINT
      }
      onSelect={(id) => id !== undefined && open(id)}
      csv={{ columns: csv_columns }}
      actions={create}
      foot={{ source, again: 'updates live', follows_service: true }}
    />
  );
}
