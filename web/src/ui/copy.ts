/** The clipboard, with a moment of "copied". */
import { useEffect, useRef, useState } from 'react';

const SHOWN_MS = 1_500;

/** @returns false when this browser does not let the page write. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

export function useCopy(): { copied: boolean; copy: (text: string) => Promise<boolean> } {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async (text: string) => {
    const done = await copyText(text);
    if (!done) return false;
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), SHOWN_MS);
    return true;
  };
  return { copied, copy };
}

/**
 * The clipboard for a text that is still on its way: asked for within the click, since browsers let a page write only then.
 * @returns false when this browser does not let the page write. Throws what `text` throws.
 */
export async function copyLater(text: Promise<string>): Promise<boolean> {
  try {
    if (typeof ClipboardItem === 'undefined' || !navigator.clipboard?.write) throw new Error('cannot wait');
    const blob = text.then((one) => new Blob([one], { type: 'text/plain' }));
    // A browser may refuse before it reads the text; whoever awaits `text` gets its error.
    blob.catch(() => undefined);
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    return copyText(await text);
  }
}
