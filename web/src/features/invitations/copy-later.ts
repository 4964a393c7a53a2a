/** The clipboard for a text that is still on its way: asked for within the click, since browsers let a page write only then. */
import { copyText } from '../../ui/copy.ts';

/** @returns false when this browser does not let the page write. Throws what `text` throws. */
export async function copyLater(text: Promise<string>): Promise<boolean> {
  try {
    if (typeof ClipboardItem === 'undefined' || !navigator.clipboard?.write) throw new Error('cannot wait');
    const blob = text.then((one) => new Blob([one], { type: 'text/plain' }));
    // A browser may refuse before it looks at it; whoever waits for `text` is told of its failure.
    blob.catch(() => undefined);
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    return copyText(await text);
  }
}
