/** What the search shows, in groups, in the order in which the arrows go through it. */
import type { Command } from './commands.ts';
import { KIND_WORDS, type Thing } from './things.ts';
import type { Found } from './use-found.ts';

export type Row =
  | { readonly key: string; readonly thing: Thing; readonly command: null }
  | { readonly key: string; readonly thing: null; readonly command: Command };

export interface RowGroup {
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
  else for (const item of found.items) add(KIND_WORDS[item.kind].many, item);

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
