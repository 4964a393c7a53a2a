/** The list of monitors with what stands around it. Everything that one would bookmark comes from the address. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useApi } from '../../../api/context.ts';
import { ProblemState } from '../../../api/ProblemState.tsx';
import { useLive } from '../../../live/context.ts';
import { calmly } from '../../../live/schedule.ts';
import { download, fileName } from '../../../ui/download.ts';
import { IconDownload } from '../../../ui/icons.ts';
import { useShortcuts } from '../../../ui/keys.ts';
import { SearchBox } from '../../../ui/SearchBox.tsx';
import { useLayout } from '../../../ui/use-media.ts';
import type { MonitorsSearch } from '../search.ts';
import { unknownMonitors } from './intents.ts';
import { ListFoot } from './ListFoot.tsx';
import { ListStates } from './ListStates.tsx';
import { listCsv } from './list-csv.ts';
import { MONITOR_GRID_ID, MonitorList } from './MonitorList.tsx';
import classes from './MonitorsView.module.css';
import { ShowChips } from './ShowChips.tsx';
import { UnknownMonitors } from './UnknownMonitors.tsx';
import { useListState, useMonitorStore } from './use-monitors.ts';
import { MonitorView } from './view.ts';

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
  const { data: intents = [] } = useQuery(useMemo(() => unknownMonitors(http), [http]));

  const searchBox = useRef<HTMLInputElement>(null);
  const toGrid = () => document.getElementById(MONITOR_GRID_ID)?.focus();
  useShortcuts({ '/': () => searchBox.current?.focus(), j: toGrid, k: toGrid });
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
          inputRef={searchBox}
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
        <div className={classes.chips}>
          <ShowChips
            counts={{ ...counts, unknown: counts.unknown + intents.length }}
            selected={show}
            onChange={(next) => onSearch({ show: next })}
          />
        </div>
        {with_unknown && <UnknownMonitors intents={intents} onFound={onOpen} />}
        {state.phase === 'failed' && state.problem && counts.all > 0 && (
          <ProblemState problem={state.problem} onRetry={() => void store.read(false)} small />
        )}
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
          <ListFoot
            shown={ids.length}
            total={counts.all}
            filtered={show !== undefined || q !== undefined}
            state={state}
            onClear={clear}
          />
        )}
      </>
    ),
  });
}
