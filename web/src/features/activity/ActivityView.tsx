/** The activity log as a list, the entry that is open beside it. For administrators; the others are told whom to ask. */
import { Button } from '@mantine/core';
import type { ActivityEntry } from '@waypost/contract/api/session';
import { type ReactNode, useMemo, useState } from 'react';
import { useRefusal } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { NewestFoot } from '../../live/NewestFoot.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconHistory, IconLock, IconRefresh } from '../../ui/icons.ts';
import { type KeyWords, useShortcuts } from '../../ui/keys.ts';
import { ListArea, ListWithPanel } from '../../ui/ListLayout.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { NoMatch } from '../../ui/NoMatch.tsx';
import { type RowCards, RowGrid, type RowTable } from '../../ui/RowGrid.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { useLayout } from '../../ui/use-media.ts';
import classes from './ActivityView.module.css';
import { EntryPanel } from './EntryPanel.tsx';
import rowClasses from './EntryRow.module.css';
import { EntryCard, EntryCells } from './EntryRow.tsx';
import { Filters } from './Filters.tsx';
import type { ActivitySearch } from './search.ts';
import { useActivity } from './use-activity.ts';

const GRID_ID = 'activity-list';

const KEYS: KeyWords = [
  [['j', 'k'], 'Into the list'],
  [['Esc'], 'Close what is open'],
];

export interface ActivityViewProps {
  readonly search: ActivitySearch;
  /** `replace`: Back does not stop here. */
  readonly onSearch: (change: Partial<ActivitySearch>, replace?: boolean) => void;
  /** Puts search and buttons into the frame of the page. */
  readonly frame: (parts: { filters: ReactNode; actions: ReactNode; children: ReactNode }) => ReactNode;
}

export function ActivityView(props: ActivityViewProps) {
  const refusal = useRefusal('administer');
  if (refusal === null) return <Log {...props} />;
  return props.frame({
    filters: null,
    actions: null,
    children: (
      <EmptyState
        icon={<IconLock size={32} stroke={1.5} />}
        title="The activity log is shown to administrators"
        role="status"
      >
        <p>{refusal}</p>
        <p>Who asked for an invitation, a monitor or a driver user also stands on the thing itself.</p>
      </EmptyState>
    ),
  });
}

const TABLE: RowTable<ActivityEntry> = {
  columns: [
    { name: 'at', label: 'When' },
    { name: 'who', label: 'Who' },
    { name: 'what', label: 'What' },
    { name: 'change', label: 'Before and after' },
    { name: 'outcome', label: 'Outcome' },
  ],
  tracks: rowClasses.tracks,
  height: 56,
  draw: (entry) => <EntryCells entry={entry} />,
};
const CARDS: RowCards<ActivityEntry> = { height: 84, draw: (entry) => <EntryCard entry={entry} /> };

const idOf = ({ id }: ActivityEntry) => id;

function Log({ search, onSearch, frame }: ActivityViewProps) {
  const { q, action, from, to, entry } = search;
  const log = useActivity({ q, action, from, to });
  const { items, error, refresh } = log;
  const phone = useLayout() === 'phone';
  const [byKey, setByKey] = useState(false);
  const filtered = [q, action, from, to].some((one) => one !== undefined);
  const problem = error ? asProblem(error) : null;

  const toGrid = () => document.getElementById(GRID_ID)?.focus();
  const close = () => {
    onSearch({ entry: undefined });
    toGrid();
  };
  useShortcuts(
    {
      j: toGrid,
      k: toGrid,
      Escape: () => entry !== undefined && close(),
    },
    KEYS,
  );
  const clear = () => onSearch({ q: undefined, action: undefined, from: undefined, to: undefined });
  const onQuery = useMemo(() => (text: string) => onSearch({ q: text || undefined }, true), [onSearch]);

  const rows = () => {
    if (!items)
      return problem ? (
        <ProblemState problem={problem} onRetry={refresh} />
      ) : (
        <ListSkeleton label="Loading the activity log" />
      );
    if (items.length === 0)
      return filtered ? (
        <NoMatch title="No entry matches" clear="Show everything" onClear={clear}>
          Nothing of this kind was done at that time.
        </NoMatch>
      ) : (
        <EmptyState icon={<IconHistory size={32} stroke={1.5} />} title="Nothing was done yet">
          Every change that somebody makes here is written down, with what was before and after.
        </EmptyState>
      );
    return (
      <RowGrid
        id={GRID_ID}
        label="Activity"
        rows={items}
        keyOf={idOf}
        table={TABLE}
        cards={phone ? CARDS : null}
        selected={entry ?? null}
        onOpen={(id, by_key) => {
          setByKey(by_key);
          onSearch({ entry: id });
        }}
        has_more={log.has_more}
      />
    );
  };
  return frame({
    filters: (
      <div className={classes.search}>
        <SearchBox
          value={q ?? ''}
          onChange={onQuery}
          label="Search the activity log"
          placeholder="Person, thing, outcome"
          title="Search what was done, to what, by whom, how it ended, and what was before and after"
          onDone={toGrid}
        />
      </div>
    ),
    actions: (
      <Button leftSection={<IconRefresh size={16} aria-hidden />} aria-busy={log.reading} onClick={refresh}>
        Refresh
      </Button>
    ),
    children: (
      <ListWithPanel
        panel={
          entry !== undefined &&
          (items || problem ? (
            <EntryPanel
              key={entry}
              entry={items?.find(({ id }) => id === entry)}
              takes_focus={byKey}
              onClose={close}
            />
          ) : (
            <ListSkeleton label="Loading the entry" />
          ))
        }
      >
        <Filters action={action} from={from} to={to} onChange={onSearch} />
        {items && problem && <ProblemState problem={problem} onRetry={refresh} small />}
        <ListArea>{rows()}</ListArea>
        {items && items.length > 0 && (
          <NewestFoot
            count={items.length}
            words={['entry', 'entries']}
            has_more={log.has_more}
            reading_more={log.reading_more}
            onMore={log.more}
            filtered={filtered}
            onClear={clear}
            read_at={log.read_at}
            again="again on request"
          />
        )}
      </ListWithPanel>
    ),
  });
}
