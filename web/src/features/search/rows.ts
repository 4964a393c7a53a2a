/** What the search shows, in groups, in the order in which the arrows go through it. */
import type { Icon } from '@tabler/icons-react';
import type { SearchItem } from '@waypost/contract/api/search';
import { SEARCH_ROUTES } from '@waypost/contract/api/search-routes';
import { useEffect, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { asProblem, type Problem } from '../../api/problem.ts';
import { KINDS, type Thing } from './things.ts';

/** What can be done or opened from the search: a page, an action, a view. */
export interface Command {
  readonly id: string;
  readonly group: 'pages' | 'actions' | 'views';
  /** `Monitors`, `New monitor` */
  readonly label: string;
  readonly also?: string | undefined;
  readonly Icon: Icon;
  /** Where it leads; or what it does. */
  readonly to?: string;
  readonly run?: () => void;
  /** Why not; null or absent: it may be done. */
  readonly disabledReason?: string | null;
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Each word that was typed begins a word of it. All of them when nothing was typed. */
export function matchingCommands(commands: readonly Command[], q: string): Command[] {
  const typed = wordsOf(q);
  return commands.filter(({ label, also = '' }) => {
    const words = wordsOf(`${label} ${also}`);
    return typed.every((one) => words.some((word) => word.startsWith(one)));
  });
}

interface Found {
  /** What this answers. */
  readonly q: string;
  readonly items: readonly SearchItem[];
  readonly more: boolean;
  readonly problem: Problem | null;
}

const NOTHING: Found = { q: '', items: [], more: false, problem: null };
/** A quick hand types on within this. */
const PAUSE_MS = 80;
const MOST = 24;

/**
 * The server's answer to what is typed; until it is here, the one before, with its own `q`. A newer question calls the older one off; its
 * answer is never shown.
 */
export function useFound(q: string): Found {
  const { http } = useApi();
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (q === '') {
      setFound(NOTHING);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const asked = http.call(SEARCH_ROUTES.search, {
        query: { q: q.slice(0, 100), size: MOST },
        signal: stop.signal,
      });
      asked.then(
        ({ items, more }) => !stop.signal.aborted && setFound({ q, items, more, problem: null }),
        (error: unknown) =>
          !stop.signal.aborted && setFound({ q, items: [], more: false, problem: asProblem(error) }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [q, http]);
  return found;
}

export type Row =
  | { readonly key: string; readonly thing: Thing; readonly command: null }
  | { readonly key: string; readonly thing: null; readonly command: Command };

interface RowGroup {
  readonly name: string;
  readonly rows: readonly Row[];
  /** Place of its first row among all. */
  readonly from: number;
}

const ofThing = (thing: Thing): Row => ({ key: `${thing.kind} ${thing.id}`, thing, command: null });
const ofCommand = (command: Command): Row => ({ key: command.id, thing: null, command });

/**
 * Things before pages and actions when one of them begins with what was typed; else a page or an action that does is meant.
 * Kinds are in the order of their best.
 */
export function groupsOf(
  q: string,
  found: Pick<Found, 'items'>,
  commands: readonly Command[],
  recent: readonly Thing[],
): RowGroup[] {
  const things: [string, Row[]][] = [];
  const add = (name: string, thing: Thing) => {
    const group = things.find(([one]) => one === name);
    if (group) group[1].push(ofThing(thing));
    else things.push([name, [ofThing(thing)]]);
  };
  if (q === '') for (const thing of recent) add('Recent', thing);
  else for (const item of found.items) add(KINDS[item.kind].many, item);

  const of = (group: Command['group']) => commands.filter((one) => one.group === group).map(ofCommand);
  const doing: [string, Row[]][] = [
    ['Actions', of('actions')],
    ['Pages', of('pages')],
    ['Saved views', of('views')],
  ];
  const [best] = found.items;
  const things_first = q === '' || best?.match === 'exact' || best?.match === 'prefix';
  let from = 0;
  return (things_first ? [...things, ...doing] : [...doing.toReversed(), ...things])
    .filter(([, rows]) => rows.length > 0)
    .map(([name, rows]) => {
      const group = { name, rows, from };
      from += rows.length;
      return group;
    });
}
