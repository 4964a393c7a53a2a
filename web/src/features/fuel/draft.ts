/** A range and filters that are being chosen: kept for this tab, so that nothing typed is lost by an error, a reload or a sign-in. */
import { useState } from 'react';
import { z } from 'zod';
import { LIST_FILTERS, type ListFilter } from './search.ts';
import type { Choice } from './wish.ts';

const KEY = 'waypost.fuel-choice';

const perList = <T extends z.ZodType>(one: T) =>
  z.object(Object.fromEntries(LIST_FILTERS.map((name) => [name, one])) as Record<ListFilter, T>);

const schema = z.object({
  from: z.string(),
  to: z.string(),
  connection_id: z.string(),
  lists: perList(z.array(z.string())),
  /** What is typed into a field and is no value yet. */
  texts: perList(z.string()),
});
export type Draft = z.infer<typeof schema>;

const NO_TEXTS = { fleet_ids: '', fleet_refs: '', vehicle_ids: '', driver_ids: '', source_driver_ids: '' };

export const draftOf = ({ from, to, connection_id, lists }: Choice): Draft => ({
  from,
  to,
  connection_id,
  lists: Object.fromEntries(LIST_FILTERS.map((name) => [name, [...lists[name]]])) as Draft['lists'],
  texts: NO_TEXTS,
});

function read(): Draft | null {
  try {
    const parsed = schema.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Null: nothing is being chosen. */
export function useChoiceDraft(): readonly [Draft | null, (draft: Draft | null) => void] {
  const [draft, setDraft] = useState(read);
  const put = (next: Draft | null) => {
    setDraft(next);
    try {
      if (next) sessionStorage.setItem(KEY, JSON.stringify(next));
      else sessionStorage.removeItem(KEY);
    } catch {
      // A full or forbidden storage: it holds until the page is closed.
    }
  };
  return [draft, put];
}
