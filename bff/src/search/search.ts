/** One search over everything that can be found. Each module that has something registers it as a `Searchable`. */
import {
  SEARCH_KINDS,
  SEARCH_MATCHES,
  type SearchItem,
  type SearchKind,
  type SearchMatch,
  type SearchQuery,
  type SearchResult,
} from '@waypost/contract/api/search';
import type { Person } from '../auth/create.ts';
import { plain } from '../geocoding/city-index.ts';

/** What can be found: one load, one vehicle. */
export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly load_id: string | null;
  /** The one that people know it by first. */
  readonly references: readonly Reference[];
  /** `linesOf` its references. */
  readonly lines: string;
}

export const entryOf = (entry: Omit<Entry, 'lines'>): Entry => ({
  ...entry,
  lines: linesOf(entry.references),
});

/** A kind of things, offered by the module that has them. */
export interface Searchable {
  readonly kind: SearchKind;
  /** In the order in which equally good matches shall stand. Called for every search: it has to be at hand, or be found by `q`. */
  entries(q: string, by: Person): Iterable<Entry> | Promise<Iterable<Entry>>;
}

interface Found {
  readonly entry: Entry;
  readonly kind: SearchKind;
  readonly match: SearchMatch;
}

export class Search {
  readonly #searchables: Searchable[] = [];

  register(searchable: Searchable): void {
    this.#searchables.push(searchable);
  }

  /** @param by who asks: what is another person's own is not found */
  async find({ q, kind, size }: SearchQuery, by: Person): Promise<SearchResult> {
    const needle = needleOf(q);
    if (needle.plain === '') return { items: [], more: false };
    // Best first: by match, then by kind, then as the module has them. Only so many of each are remembered.
    const ranks = new Map<SearchMatch, Map<SearchKind, Found[]>>(
      SEARCH_MATCHES.map((match) => [match, new Map(SEARCH_KINDS.map((one) => [one, []]))]),
    );
    for (const searchable of this.#searchables) {
      if (kind !== undefined && searchable.kind !== kind) continue;
      for (const entry of await searchable.entries(q, by)) {
        const match = matchOf(entry.lines, needle);
        const rank = match && ranks.get(match)?.get(searchable.kind);
        if (rank && rank.length <= size) rank.push({ entry, kind: searchable.kind, match });
      }
    }
    const all = SEARCH_MATCHES.flatMap((match) => [...(ranks.get(match)?.values() ?? [])].flat());
    return { items: all.slice(0, size).map((found) => toSearchItem(found, needle)), more: all.length > size };
  }
}

function toSearchItem({ entry, kind, match }: Found, needle: Needle): SearchItem {
  const { id, title, subtitle, load_id, references } = entry;
  const by = references.find((one) => matchOf(linesOf([one]), needle) === match) ?? {
    field: 'id',
    value: id,
  };
  return { kind, id, title, subtitle, match, field: by.field, value: by.value, load_id };
}

// How well references answer what was typed. Case, accents and the marks between the parts of a reference do not count: `LD-4711` is found as
// `ld 4711` and as `ld4711`. Every reference is in one line of a text, so that most things are passed over by one look.
export interface Reference {
  /** The interface's own name. */
  readonly field: string;
  readonly value: string;
}

interface Forms {
  /** Lower case without accents, one space between its parts. */
  readonly plain: string;
  /** The same without spaces. */
  readonly tight: string;
}
type Needle = Forms;

function needleOf(text: string): Needle {
  const words = plain(text);
  return { plain: words, tight: words.replaceAll(' ', '') };
}

/** Both forms of each value, each in a line of its own. */
function linesOf(references: readonly Reference[]): string {
  const lines = references.flatMap(({ value }) => Object.values(needleOf(value)));
  return `\n${lines.join('\n')}\n`;
}

/** Null: nothing in these lines matches. */
function matchOf(lines: string, { plain, tight }: Needle): SearchMatch | null {
  if (!lines.includes(plain) && !lines.includes(tight)) return null;
  if (lines.includes(`\n${plain}\n`) || lines.includes(`\n${tight}\n`)) return 'exact';
  if (lines.includes(`\n${plain}`) || lines.includes(`\n${tight}`)) return 'prefix';
  return lines.includes(` ${plain}`) ? 'word' : 'part';
}
