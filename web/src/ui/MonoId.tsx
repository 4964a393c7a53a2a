import { useEffect, useRef, useState } from 'react';
import { IconCheck, IconCopy } from './icons.ts';
import classes from './MonoId.module.css';
import { Fact } from './Section.tsx';
import shared from './shared.module.css';

/** Duration of "Copied". */
const SHOWN_MS = 1_500;

/** @returns false when the browser blocks clipboard access. */
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
 * Copies a text that is not available yet. Must be called in the click handler, because browsers allow clipboard
 * access only then.
 * @returns false when the browser blocks clipboard access
 * @throws what `text` rejects with
 */
export async function copyWhenResolved(text: Promise<string>): Promise<boolean> {
  try {
    if (typeof ClipboardItem === 'undefined' || !navigator.clipboard?.write) throw new Error('cannot wait');
    const blob = text.then((resolved) => new Blob([resolved], { type: 'text/plain' }));
    // The browser may reject before it reads the text; the caller awaiting `text` gets its error.
    blob.catch(() => undefined);
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    return true;
  } catch {
    return copyText(await text);
  }
}

interface MonoIdProps {
  readonly value: string;
  readonly label: string;
  /** Longer values are shortened in the middle. */
  readonly max?: number;
}

export function shorten(value: string, max: number): string {
  const letters = [...value];
  if (letters.length <= max) return value;
  const tail = Math.floor((max - 1) / 3);
  return `${letters.slice(0, max - 1 - tail).join('')}…${letters.slice(-tail).join('')}`;
}

/** An id, shortened in the middle, complete on hover; a click copies it. */
export function MonoId({ value, label, max = 18 }: MonoIdProps) {
  const { copied, copy } = useCopy();
  return (
    <button
      type="button"
      className={classes.id}
      title={copied ? 'Copied' : `${value} (click to copy)`}
      onClick={() => copy(value)}
    >
      <span aria-hidden>{shorten(value, max)}</span>
      <span className={shared.hidden}>
        Copy {label} {value}
      </span>
      {copied ? (
        <IconCheck size={14} aria-hidden />
      ) : (
        <IconCopy size={14} aria-hidden className={classes.icon} />
      )}
    </button>
  );
}

interface IdFactProps extends Omit<MonoIdProps, 'label' | 'value'> {
  readonly name: string;
  /** Default: the name, as in a sentence. */
  readonly label?: string;
  readonly value: string | null | undefined;
}

/** A row of `Facts` with an id that can be copied; nothing without one. */
export function IdFact({ name, label, value, ...rest }: IdFactProps) {
  const words = label ?? name.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
  return <Fact name={name}>{value && <MonoId {...rest} label={words} value={value} />}</Fact>;
}
