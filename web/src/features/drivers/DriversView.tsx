/** Operations as a list, the one that is open beside it. What one would bookmark is in the address. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BoardOperation } from '@waypost/contract/api/operations';
import { type ReactNode, useMemo, useState } from 'react';
import { useApi, useRefusal } from '../../api/context.ts';
import { unknownIntents } from '../../api/intents.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { useLive } from '../../live/context.ts';
import { UnknownIntents } from '../../live/UnknownIntents.tsx';
import { Chips } from '../../ui/Chips.tsx';
import { useCalm } from '../../ui/calm.ts';
import { download, fileName } from '../../ui/download.ts';
import { IconDownload, IconPlus, IconUpload } from '../../ui/icons.ts';
import { type KeyWords, useShortcuts } from '../../ui/keys.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { CalmListArea, FilterRow, ListWithPanel } from '../../ui/ListLayout.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { NoMatch } from '../../ui/NoMatch.tsx';
import { type RowCards, RowGrid, type RowTable } from '../../ui/RowGrid.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { UnreadLine } from '../../ui/UnreadLine.tsx';
import { useLayout } from '../../ui/use-media.ts';
import classes from './DriversView.module.css';
import { listCsv } from './list-csv.ts';
import { NoOperations } from './NoOperations.tsx';
import { OperationPanel } from './OperationPanel.tsx';
import rowClasses from './OperationRow.module.css';
import { OperationCard, OperationCells } from './OperationRow.tsx';
import { OperationsFoot } from './OperationsFoot.tsx';
import { countsOf, createdAt, matches, sorted } from './query.ts';
import { type DriversSearch, SHOWS, type Sort } from './search.ts';
import { useOperations } from './use-operations.ts';
import { SHOW_WORD, showOf } from './words.ts';

export const OPERATION_GRID_ID = 'operation-list';

const TABLE: RowTable<BoardOperation, Sort> = {
  columns: [
    { name: 'subject', label: 'User', sort: 'subject' },
    { name: 'place', label: 'Fleet and provider', sort: 'fleet' },
    { name: 'status', label: 'Status', sort: 'status' },
    { name: 'outcome', label: 'What happened' },
    { name: 'attempts', label: 'Attempts', figure: true },
    { name: 'created', label: 'Asked for', sort: 'newest', descending: true },
  ],
  tracks: rowClasses.tracks,
  height: 56,
  draw: (operation) => <OperationCells operation={operation} />,
};
const CARDS: RowCards<BoardOperation> = {
  height: 104,
  draw: (operation) => <OperationCard operation={operation} />,
};

const UNKNOWN_WORDS = {
  one: 'driver user',
  many: 'driver users',
  settled_by: 'The first event of its operation',
  found: 'Its operation is in the list.',
} as const;

const NONE: readonly BoardOperation[] = [];
const waitingText = (count: number) => (count === 1 ? '1 new operation' : `${count} new operations`);
const idOf = ({ id }: BoardOperation) => id;

const KEYS: KeyWords = [
  [['j', 'k'], 'Into the list'],
  [['Esc'], 'Close what is open'],
];

export interface DriversViewProps {
  readonly search: DriversSearch;
  /** `replace`: Back does not stop here. */
  readonly onSearch: (change: Partial<DriversSearch>, replace?: boolean) => void;
  /** Puts search and buttons into the frame of the page. */
  readonly frame: (parts: { filters: ReactNode; actions: ReactNode; children: ReactNode }) => ReactNode;
}

export function DriversView({ search, onSearch, frame }: DriversViewProps) {
  const { show, q, sort, operation } = search;
  const { http } = useApi();
  const { clock } = useLive();
  const refusal = useRefusal('manage_onboarding');
  const { data, error, dataUpdatedAt, refetch } = useOperations();
  const { data: intents = [] } = useQuery(useMemo(() => unknownIntents(http, 'user'), [http]));
  const phone = useLayout() === 'phone';
  const [byKey, setByKey] = useState(false);

  const all = data?.items ?? NONE;
  const wanted = useMemo(
    () => all.filter((one) => (show === undefined || showOf(one) === show) && matches(one, q)),
    [all, show, q],
  );
  const calm = useCalm(wanted, createdAt, `${show} ${q}`);
  const counts = useMemo(() => countsOf(all), [all]);
  const rows = useMemo(() => sorted(calm.shown, sort), [calm.shown, sort]);
  const filtered = show !== undefined || q !== undefined;
  const problem = error ? asProblem(error) : null;

  const toGrid = () => document.getElementById(OPERATION_GRID_ID)?.focus();
  const open = (id: string, by_key: boolean) => {
    setByKey(by_key);
    onSearch({ operation: id });
  };
  const close = () => {
    onSearch({ operation: undefined });
    toGrid();
  };
  useShortcuts(
    {
      j: toGrid,
      k: toGrid,
      Escape: () => operation !== undefined && close(),
    },
    KEYS,
  );
  const clear = () => onSearch({ show: undefined, q: undefined });
  const onQuery = useMemo(() => (text: string) => onSearch({ q: text || undefined }, true), [onSearch]);
  const again = () => void refetch();

  const create = (
    <LinkButton
      to="/drivers/new"
      variant="filled"
      refusal={refusal}
      leftSection={<IconPlus size={16} aria-hidden />}
      aria-label="New driver user"
    >
      {phone ? 'New' : 'New driver user'}
    </LinkButton>
  );
  const list = () => {
    if (!data)
      return problem ? (
        <ProblemState problem={problem} onRetry={again} />
      ) : (
        <ListSkeleton label="Loading the operations" />
      );
    if (rows.length === 0) {
      if (filtered)
        return (
          <NoMatch title="No operation matches" clear="Show all operations" onClear={clear}>
            There are none of this status and these words.
          </NoMatch>
        );
      return intents.length === 0 && <NoOperations create={create} />;
    }
    return (
      <RowGrid
        id={OPERATION_GRID_ID}
        label="Operations"
        rows={rows}
        keyOf={idOf}
        table={TABLE}
        cards={phone ? CARDS : null}
        sort={{
          by: sort ?? 'newest',
          onSort: (by: Sort) => onSearch({ sort: by === 'newest' ? undefined : by }),
        }}
        selected={operation ?? null}
        onOpen={open}
      />
    );
  };
  return frame({
    filters: (
      <div className={classes.search}>
        <SearchBox
          value={q ?? ''}
          onChange={onQuery}
          label="Search operations"
          placeholder="User, fleet, provider, error"
          title="Search users, your references, fleets, providers, what happened, who asked, and ids"
          onDone={toGrid}
        />
      </div>
    ),
    actions: (
      <>
        <Button
          leftSection={phone ? null : <IconDownload size={16} aria-hidden />}
          aria-label="Save as CSV"
          disabled={rows.length === 0}
          title="The rows that are shown, in this order"
          onClick={() => download(fileName('operations', clock.now()), listCsv(rows))}
        >
          {phone ? <IconDownload size={16} aria-hidden /> : 'CSV'}
        </Button>
        <LinkButton
          to="/bulk/new"
          search={{ kind: 'user' }}
          refusal={refusal}
          leftSection={phone ? null : <IconUpload size={16} aria-hidden />}
          aria-label="Create from CSV"
        >
          {phone ? <IconUpload size={16} aria-hidden /> : 'Create from CSV'}
        </LinkButton>
        {create}
      </>
    ),
    children: (
      <ListWithPanel
        panel={
          operation !== undefined && (
            <OperationPanel
              key={operation}
              id={operation}
              version={all.find(({ id }) => id === operation)?.version}
              reads={data?.sources.reads ?? 'unknown'}
              takes_focus={byKey}
              onOpen={(id) => open(id, true)}
              onClose={close}
            />
          )
        }
      >
        <FilterRow>
          <Chips
            label="Filter by status"
            chips={SHOWS.map((key) => ({ key, word: SHOW_WORD[key], count: counts[key] }))}
            pressed={show === undefined ? [] : [show]}
            onPress={(next) => onSearch({ show: next === show ? undefined : next })}
          />
        </FilterRow>
        {intents.length > 0 && (
          <UnknownIntents intents={intents} words={UNKNOWN_WORDS} onFound={(id) => open(id, false)} />
        )}
        {data && problem && <ProblemState problem={problem} onRetry={again} small />}
        {data && <UnreadLine unread={data.sources.unread} words={['operation', 'operations']} />}
        <CalmListArea calm={calm} waitingText={waitingText} waiting_at="head">
          {list()}
        </CalmListArea>
        {data && data.items.length > 0 && (
          <OperationsFoot
            shown={rows.length}
            total={data.items.length}
            filtered={filtered}
            onClear={clear}
            sources={data.sources}
            read_at={dataUpdatedAt}
          />
        )}
      </ListWithPanel>
    ),
  });
}
