/** The list of monitors with what stands around it. Everything that one would bookmark comes from the address. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MONITOR_ENDINGS } from '@waypost/contract/api/monitors';
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useApi } from '../../../api/context.ts';
import { unknownIntents } from '../../../api/intents.ts';
import { ProblemState } from '../../../api/ProblemState.tsx';
import { useLive } from '../../../live/context.ts';
import { calmly } from '../../../live/schedule.ts';
import { UnknownIntents } from '../../../live/UnknownIntents.tsx';
import { download, fileName } from '../../../ui/download.ts';
import { IconDownload } from '../../../ui/icons.ts';
import { type KeyWords, useShortcuts } from '../../../ui/keys.ts';
import { FilterRow } from '../../../ui/ListLayout.tsx';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { useLayout } from '../../../ui/use-media.ts';
import type { MonitorsSearch } from '../search.ts';
import { ListStates } from './ListStates.tsx';
import { listCsv } from './list-csv.ts';
import { MONITOR_GRID_ID, MonitorList } from './MonitorList.tsx';
import { MonitorsFoot } from './MonitorsFoot.tsx';
import classes from './MonitorsView.module.css';
import { ShowChips } from './ShowChips.tsx';
import { useListState, useMonitorStore } from './use-monitors.ts';
import { MonitorView } from './view.ts';

const KEYS: KeyWords = [
  [['j', '↓'], 'Next monitor'],
  [['k', '↑'], 'Previous monitor'],
  [['Enter'], 'Open the monitor'],
];

export interface MonitorsViewProps {
  readonly search: MonitorsSearch;
  /** `replace`: Back does not stop here. */
  readonly onSearch: (change: Partial<MonitorsSearch>, replace?: boolean) => void;
  readonly onOpen: (monitor_id: string) => void;
  /** Button to a new monitor, for the first one. */
  readonly create: ReactNode;
  /** Puts filters and buttons into the frame of the page around the list. */
  readonly frame: (parts: { filters: ReactNode; actions: ReactNode; children: ReactNode }) => ReactNode;
}

const UNKNOWN_WORDS = {
  one: 'monitor',
  many: 'monitors',
  settled_by: 'The first event of it',
  found: 'It is watched from now on.',
} as const;

export function MonitorsView({ search, onSearch, onOpen, create, frame }: MonitorsViewProps) {
  const { http } = useApi();
  const { clock } = useLive();
  const store = useMonitorStore();
  const state = useListState(store);
  const phone = useLayout() === 'phone';
  const { show, q, sort } = search;
  const [view] = useState(() => new MonitorView(store, { show, q, sort }, calmly));
  useEffect(() => view.start(), [view]);
  useEffect(() => view.setQuery({ show, q, sort }), [view, show, q, sort]);
  const { ids, counts } = useSyncExternalStore(view.subscribe, view.snapshot);
  const status = MONITOR_ENDINGS.find((one) => one === show);
  const wants_ended = show === undefined || status !== undefined;
  const ended = useMemo(() => ({ status, q }), [status, q]);
  const has_ended = wants_ended && state.phase === 'read' ? store.hasEnded(ended) : false;
  const older = () => void store.readEnded(ended);
  useEffect(() => {
    if (has_ended === null && !state.reading_ended && !state.ended_problem) void store.readEnded(ended);
  }, [has_ended, state.reading_ended, state.ended_problem, store, ended]);
  const { data: intents = [] } = useQuery(useMemo(() => unknownIntents(http, 'monitor'), [http]));

  const toGrid = () => document.getElementById(MONITOR_GRID_ID)?.focus();
  useShortcuts({ j: toGrid, k: toGrid }, KEYS);
  const clear = () => onSearch({ show: undefined, q: undefined });
  const onQuery = useMemo(() => (text: string) => onSearch({ q: text || undefined }, true), [onSearch]);
  const save = () => {
    const now = clock.now();
    const rows = ids.flatMap((id) => {
      const [monitor, facts] = [store.get(id), store.facts(id)];
      return monitor && facts ? [{ monitor, facts }] : [];
    });
    download(fileName('monitors', now), listCsv(rows, now));
  };
  const with_unknown = intents.length > 0 && (show === undefined || show === 'unknown');

  return frame({
    filters: (
      <div className={classes.search}>
        <SearchBox
          value={q ?? ''}
          onChange={onQuery}
          label="Search monitors"
          placeholder="Name, load, unit, stop"
          title="Search names, loads, units, VIN, plates and stops, and words such as late and silent"
          onDone={toGrid}
        />
      </div>
    ),
    actions: (
      <Button
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={ids.length === 0}
        title="The rows that are shown, in this order"
        onClick={save}
      >
        CSV
      </Button>
    ),
    children: (
      <>
        <FilterRow>
          <ShowChips
            counts={{ ...counts, unknown: counts.unknown + intents.length }}
            selected={show}
            onChange={(next) => onSearch({ show: next })}
          />
        </FilterRow>
        {with_unknown && <UnknownIntents intents={intents} words={UNKNOWN_WORDS} onFound={onOpen} />}
        {state.phase === 'failed' && state.problem && counts.all > 0 && (
          <ProblemState problem={state.problem} onRetry={() => void store.read(false)} small />
        )}
        {state.ended_problem && <ProblemState problem={state.ended_problem} onRetry={older} small />}
        <MonitorList
          store={store}
          view={view}
          as_cards={phone}
          sort={sort}
          onSort={(next) => onSearch({ sort: next === 'worst' ? undefined : next })}
          onOpen={onOpen}
          empty={
            <ListStates
              state={state}
              total={counts.all}
              unknown={with_unknown ? intents.length : 0}
              onRetry={() => void store.read(false)}
              onClear={clear}
              create={create}
            />
          }
        />
        {counts.all > 0 && (
          <MonitorsFoot
            shown={ids.length}
            total={counts.all}
            filtered={show !== undefined || q !== undefined}
            state={state}
            onClear={clear}
            onOlder={has_ended === false ? null : older}
          />
        )}
      </>
    ),
  });
}
