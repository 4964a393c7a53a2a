/**
 * A webhook_group_id that is typed and not sent yet, by webhook: kept for this tab, so that a reload or a sign-in does not lose it.
 * The signing secret beside it is kept nowhere.
 */
const keyOf = (subscription_id: string) => `waypost.webhook-group.${subscription_id}`;

export const groupDraft = {
  read(subscription_id: string): string {
    try {
      return sessionStorage.getItem(keyOf(subscription_id)) ?? '';
    } catch {
      return '';
    }
  },
  write(subscription_id: string, text: string): void {
    try {
      if (text === '') sessionStorage.removeItem(keyOf(subscription_id));
      else sessionStorage.setItem(keyOf(subscription_id), text);
    } catch {
      // A full or forbidden storage: it holds until the page is closed.
    }
  },
};
