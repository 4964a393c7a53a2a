/**
 * The half-typed list of loads, kept for this tab: a reload or a sign-in brings it back. Once the dialog was closed it begins empty, and offers
 * what was typed.
 */
const OPEN = 'waypost.draft.add_loads';
const CLOSED = 'waypost.draft.add_loads.closed';

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Storage may be full or forbidden; the field on the screen still holds the text.
  }
}

export const readDraft = () => read(OPEN);
export const writeDraft = (text: string) => write(OPEN, text);

/** What was in the field when the dialog was closed. */
export const readClosedDraft = () => read(CLOSED);

/** @param text empty: all of it was added */
export function closeDraft(text: string): void {
  write(OPEN, '');
  write(CLOSED, text);
}
