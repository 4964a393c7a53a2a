/** The half-typed list of ids, kept for this tab: an error, a reload or a sign-in loses nothing. */
const KEY = 'waypost.draft.add_loads';

export function readDraft(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function writeDraft(text: string): void {
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // Storage may be full or forbidden; the field on the screen still holds the text.
  }
}

export function clearDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // See above.
  }
}
