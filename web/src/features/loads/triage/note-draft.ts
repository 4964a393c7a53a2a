/** A half-typed note, of one person and load, kept for this tab: an error, a reload or another load in between loses nothing. */

import { z } from 'zod';
import { DraftShelf } from '../../../ui/draft-shelf.ts';

const shelf = (person: string) =>
  new DraftShelf({
    storage: globalThis.sessionStorage ?? null,
    kind: 'load_note',
    person,
    schema: z.string(),
    now: Date.now,
  });

export const readNote = (person: string, load_id: string): string => shelf(person).read(load_id) ?? '';
export const writeNote = (person: string, load_id: string, text: string): void =>
  void shelf(person).write(load_id, text);
export const clearNote = (person: string, load_id: string): void => shelf(person).remove(load_id);
