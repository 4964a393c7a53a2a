import type { Icon } from '@tabler/icons-react';
import type { SearchItem } from '@waypost/contract/api/search';
import { SEARCH_ROUTES } from '@waypost/contract/api/search-routes';
import { useEffect, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { KINDS, type SearchHit } from './hits.ts';

export interface Command {
  readonly id: string;
  readonly group: 'pages' | 'actions' | 'views';
  readonly label: string;
  readonly keywords?: string | undefined;
  readonly Icon: Icon;
  /** Link target; a command without one has `run`. */
  readonly to?: string;
  readonly run?: () => void;
  /** Null or absent when the command is enabled. */
  readonly disabledReason?: string | null;
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Commands in which every typed word begins a word of the label or keywords; all of them if nothing is typed. */
export function matchingCommands(commands: readonly Command[], q: string): Command[] {
  const typed = wordsOf(q);
  return commands.filter(({ label, keywords = '' }) => {
    const words = wordsOf(`${label} ${keywords}`);
    return typed.every((typed_word) => words.some((word) => word.startsWith(typed_word)));
  });
}

interface SearchResults {
  readonly q: string;
  readonly items: readonly SearchItem[];
  readonly more: boolean;
  readonly problem: Problem | null;
}

const NO_RESULTS: SearchResults = { q: '', items: [], more: false, problem: null };
const DEBOUNCE_MS = 80;
const MAX_RESULTS = 24;

/** Results for `q`. Until they arrive, the previous results with their own `q`. A newer query aborts the older request. */
export function useSearchResults(q: string): SearchResults {
  const { http } = useApi();
  const [results, setResults] = useState(NO_RESULTS);
  useEffect(() => {
    if (q === '') {
      setResults(NO_RESULTS);
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const request = http.call(SEARCH_ROUTES.search, {
        query: { q: q.slice(0, 100), size: MAX_RESULTS },
        signal: controller.signal,
      });
      request.then(
        ({ items, more }) => !controller.signal.aborted && setResults({ q, items, more, problem: null }),
        (error: unknown) =>
          !controller.signal.aborted && setResults({ q, items: [], more: false, problem: asProblem(error) }),
      );
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [q, http]);
  return results;
}

export type Row =
  | { readonly key: string; readonly hit: SearchHit; readonly command: null }
  | { readonly key: string; readonly hit: null; readonly command: Command };

const hitRow = (hit: SearchHit): Row => ({ key: `${hit.kind} ${hit.id}`, hit, command: null });
const commandRow = (command: Command): Row => ({ key: command.id, hit: null, command });

/**
 * Hits come before pages and actions if the best one equals or starts with the query, else after. Kinds are ordered by best match.
 * @returns `from`: index of the group's first row across all groups
 */
export function groupsOf(
  q: string,
  results: Pick<SearchResults, 'items'>,
  commands: readonly Command[],
  recent: readonly SearchHit[],
) {
  const hits: readonly SearchHit[] = q === '' ? recent : results.items;
  const by_kind = Map.groupBy(hits, ({ kind }) => (q === '' ? 'Recent' : KINDS[kind].many));
  const hit_groups = [...by_kind].map(([name, of]): [string, Row[]] => [name, of.map(hitRow)]);

  const rowsIn = (group: Command['group']) =>
    commands.filter((command) => command.group === group).map(commandRow);
  const command_groups: [string, Row[]][] = [
    ['Actions', rowsIn('actions')],
    ['Pages', rowsIn('pages')],
    ['Saved views', rowsIn('views')],
  ];
  const [best] = results.items;
  const hits_first = q === '' || best?.match === 'exact' || best?.match === 'prefix';
  let from = 0;
  return (hits_first ? [...hit_groups, ...command_groups] : [...command_groups.toReversed(), ...hit_groups])
    .filter(([, rows]) => rows.length > 0)
    .map(([name, rows]) => {
      const group = { name, rows, from };
      from += rows.length;
      return group;
    });
}
