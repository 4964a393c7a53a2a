/** A half-typed note, of one person and load, kept for this tab: an error, a reload or another load in between loses nothing. */

import { z } from 'zod';
import { DraftStore } from '../../../ui/draft-store.ts';

const drafts = (person: string) =>
  new DraftStore({
    storage: globalThis.sessionStorage ?? null,
    kind: 'load_note',
    person,
    schema: z.string(),
    now: Date.now,
  });

export const readNote = (person: string, load_id: string): string => drafts(person).read(load_id) ?? '';
export const writeNote = (person: string, load_id: string, text: string): void =>
  void drafts(person).write(load_id, text);
export const clearNote = (person: string, load_id: string): void => drafts(person).remove(load_id);
