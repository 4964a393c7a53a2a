/**
 * A webhook_group_id that is typed and not sent yet, by hook: kept for this tab, so that a reload or a sign-in does not lose it.
 * The signing secret beside it is kept nowhere.
 */
const keyOf = (hook_id: string) => `waypost.hook-group.${hook_id}`;

export const groupDraft = {
  read(hook_id: string): string {
    try {
      return sessionStorage.getItem(keyOf(hook_id)) ?? '';
    } catch {
      return '';
    }
  },
  write(hook_id: string, text: string): void {
    try {
      if (text === '') sessionStorage.removeItem(keyOf(hook_id));
      else sessionStorage.setItem(keyOf(hook_id), text);
    } catch {
      // A full or forbidden storage: it holds until the page is closed.
    }
  },
};
