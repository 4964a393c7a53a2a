/**
 * The unsent text of the dialog to add loads, stored per tab, so that it survives a reload or a sign-in. After the dialog was closed, it
 * starts empty and offers the closed draft.
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
    // Storage may be full or blocked; the field on the screen still has the text.
  }
}

export const readDraft = () => read(OPEN);
export const writeDraft = (text: string) => write(OPEN, text);

export const readClosedDraft = () => read(CLOSED);

/** @param text empty: everything was added */
export function closeDraft(text: string): void {
  write(OPEN, '');
  write(CLOSED, text);
}
