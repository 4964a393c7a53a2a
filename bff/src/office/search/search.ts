/** One search over all kinds of items. Each module with searchable items registers a `Searchable`. */
import {
  SEARCH_KINDS,
  SEARCH_MATCHES,
  type SearchItem,
  type SearchKind,
  type SearchMatch,
  type SearchQuery,
  type SearchResult,
} from '@waypost/contract/api/search';
import { asciiDomain } from '@waypost/contract/email-address';
import { nextTurn } from '../../platform/lib/async.ts';
import type { Person } from '../../platform/lib/person.ts';
import { normalizeName } from '../../tracking/geocoding/city-index.ts';

export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly subtitle: string | null;
  readonly load_id: string | null;
  /** The best-known reference first. */
  readonly references: readonly Reference[];
  readonly lines: string;
}

type EntryFields = Omit<Entry, 'lines' | 'load_id'> & Partial<Pick<Entry, 'load_id'>>;

export const entryOf = (fields: EntryFields): Entry => ({
  load_id: null,
  ...fields,
  lines: linesOf(fields.references),
});

/** A kind of items, provided by the module that owns them. */
export interface Searchable {
  readonly kind: SearchKind;
  /** In the order for equally good matches. Called for every search, so it must be fast or filter by `q` itself. */
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

  /** @param by the searching person: other people's private items are not found */
  async find({ q, kind, size }: SearchQuery, by: Person): Promise<SearchResult> {
    const needle = needleOf(asciiDomain(q.trim()));
    if (needle.plain === '') return { items: [], more: false };
    // Best first: by match, then by kind, then in the module's order. Only as many as needed are kept of each.
    const ranks = new Map<SearchMatch, Map<SearchKind, Found[]>>(
      SEARCH_MATCHES.map((match) => [match, new Map(SEARCH_KINDS.map((one) => [one, []]))]),
    );
    for (const searchable of this.#searchables) {
      if (kind !== undefined && searchable.kind !== kind) continue;
      for (const entry of await searchable.entries(q, by)) {
        await nextTurn();
        const match = matchOf(entry.lines, needle);
        const rank = match && ranks.get(match)?.get(searchable.kind);
        if (rank && rank.length <= size) rank.push({ entry, kind: searchable.kind, match });
      }
    }
    const all = SEARCH_MATCHES.flatMap((match) => shared([...(ranks.get(match)?.values() ?? [])], size));
    return { items: all.slice(0, size).map((found) => toSearchItem(found, needle)), more: all.length > size };
  }
}

/** Of equally good matches, the first of each kind come before the rest: the loads of a fleet must not crowd out the fleet. */
function shared(kinds: readonly (readonly Found[])[], size: number): Found[] {
  const share = Math.ceil(size / 3);
  return [
    ...kinds.flatMap((found) => found.slice(0, share)),
    ...kinds.flatMap((found) => found.slice(share)),
  ];
}

function toSearchItem({ entry, kind, match }: Found, needle: Needle): SearchItem {
  const { id, title, subtitle, load_id, references } = entry;
  const by = references.find((one) => matchOf(linesOf([one]), needle) === match) ?? {
    field: 'id',
    value: id,
  };
  return { kind, id, title, subtitle, match, field: by.field, value: by.value, load_id };
}

// How well references match the search text. Case, accents and separators are ignored: `LD-4711` is found as `ld 4711` and as `ld4711`.
// All references of an item are lines of one text, so that most items are rejected by one substring search.
export interface Reference {
  readonly field: string;
  readonly value: string;
}

interface Forms {
  /** Lower case without accents, parts separated by one space. */
  readonly plain: string;
  /** The same without spaces. */
  readonly tight: string;
}
type Needle = Forms;

function needleOf(text: string): Needle {
  const words = normalizeName(text);
  return { plain: words, tight: words.replaceAll(' ', '') };
}

/** Both forms of each value, one per line. */
function linesOf(references: readonly Reference[]): string {
  const lines = references.flatMap(({ value }) => Object.values(needleOf(value)));
  return `\n${lines.join('\n')}\n`;
}

/** Null: none of these lines match. */
function matchOf(lines: string, { plain, tight }: Needle): SearchMatch | null {
  if (!lines.includes(plain) && !lines.includes(tight)) return null;
  if (lines.includes(`\n${plain}\n`) || lines.includes(`\n${tight}\n`)) return 'exact';
  if (lines.includes(`\n${plain}`) || lines.includes(`\n${tight}`)) return 'prefix';
  return lines.includes(` ${plain}`) ? 'word' : 'part';
}
