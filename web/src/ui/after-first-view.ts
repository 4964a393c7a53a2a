/** What a page needs once its first view is on the screen: tooltips, the key of Undo, and a focus that is not lost. */
import { keepFocus } from './keep-focus.ts';
import { followKeys, type Shortcuts } from './keys.ts';
import { showTips } from './tips.ts';
import { toasts } from './toasts.ts';

/** `u` runs the newest Undo that a message offers. @returns ends it */
export const followUndoKey = (): (() => void) =>
  followKeys((): Shortcuts => {
    const offer = toasts.get().findLast(({ action }) => action?.label === 'Undo');
    if (!offer) return {};
    return {
      u: () => {
        toasts.hide(offer.id);
        offer.action?.run();
      },
    };
  });

export function completePage(page: Document): void {
  showTips(page);
  followUndoKey();
  keepFocus(page);
}
