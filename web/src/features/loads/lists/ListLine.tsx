/** Says which list the board shows and how many loads it has, and hands their ids to the board. */
import { Button } from '@mantine/core';
import { useEffect, useSyncExternalStore } from 'react';
import { asProblem, explain } from '../../../api/problem.ts';
import { WithQueries } from '../../../api/queries.tsx';
import { useLive } from '../../../live/context.ts';
import { FilterLine } from '../../../ui/lines.tsx';
import { useLoadList } from './use-load-lists.ts';
import { countText } from './words.ts';

export interface ListLineProps {
  readonly list_id: string;
  readonly onListed: (listed: {
    readonly list_id: string;
    /** Of the list as it was read; 0: it could not be read. */
    readonly version: number;
    readonly load_ids: ReadonlySet<string>;
  }) => void;
  readonly onLeave: () => void;
}

export function ListLine(props: ListLineProps) {
  return (
    <WithQueries>
      <Line {...props} />
    </WithQueries>
  );
}

const NO_IDS: readonly string[] = [];
const NONE: ReadonlySet<string> = new Set();

function Line({ list_id, onListed, onLeave }: ListLineProps) {
  const { data, error, refetch } = useLoadList(list_id);
  const problem = error ? asProblem(error) : null;
  // What was read before a fault is still the best that is known; what was refused or deleted is not.
  const list = problem && [403, 404].includes(problem.code) ? undefined : data;
  const failed = problem !== null && list === undefined;
  const counts = useCountsOf(list?.load_ids ?? NO_IDS);
  useEffect(() => {
    if (list) onListed({ list_id, version: list.version, load_ids: new Set(list.load_ids) });
    else if (failed) onListed({ list_id, version: 0, load_ids: NONE });
  }, [list_id, list, failed, onListed]);
  const leave = { leave: 'Close list', onLeave };
  if (!list) {
    const said = problem && explain(problem);
    return (
      <FilterLine note={said ? `${said.title}. ${said.text}` : 'Loading list'} {...leave}>
        {problem && ![403, 404].includes(problem.code) && (
          <Button size="compact-xs" onClick={() => void refetch()}>
            Try again
          </Button>
        )}
      </FilterLine>
    );
  }
  const parts = [
    list.scope === 'team' ? 'Team list' : 'My list',
    counts && countText(counts),
    problem && 'not up to date',
  ];
  return <FilterLine name={list.name} note={parts.filter(Boolean).join(', ')} {...leave} />;
}

/** How many of its loads are on the board, as the stream says; the others are in the archive. Null before the board is there. */
function useCountsOf(load_ids: readonly string[]) {
  const { store } = useLive();
  const loads = useSyncExternalStore(store.subscribeCounts, () =>
    store.loaded ? load_ids.filter((load_id) => store.get(load_id) !== undefined).length : null,
  );
  return loads === null ? null : { loads, archived: load_ids.length - loads };
}
