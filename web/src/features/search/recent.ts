/** What a person opened by the search last, in this browser. */
import { SEARCH_KINDS } from '@waypost/contract/api/search';
import { z } from 'zod';
import type { Thing } from './things.ts';

const KEY = 'waypost.search_recent';
const MOST = 8;

const schema = z.object({
  sub: z.string(),
  things: z.array(
    z.object({
      kind: z.enum(SEARCH_KINDS),
      id: z.string(),
      title: z.string(),
      subtitle: z.string().nullable(),
      load_id: z.string().nullable(),
    }),
  ),
});

type Kept = Pick<Storage, 'getItem' | 'setItem'>;

/** Newest first. Nothing of another person's, and nothing where the browser keeps nothing. */
export function recentThings(sub: string, storage: Kept | null): Thing[] {
  try {
    const parsed = schema.safeParse(JSON.parse(storage?.getItem(KEY) ?? 'null'));
    return parsed.success && parsed.data.sub === sub ? parsed.data.things : [];
  } catch {
    return [];
  }
}

export function rememberThing(
  sub: string,
  { kind, id, title, subtitle, load_id }: Thing,
  storage: Kept | null,
): void {
  const others = recentThings(sub, storage).filter((one) => one.kind !== kind || one.id !== id);
  const things = [{ kind, id, title, subtitle, load_id }, ...others].slice(0, MOST);
  try {
    storage?.setItem(KEY, JSON.stringify({ sub, things }));
  } catch {
    // Then nothing is remembered.
  }
}
