/** Keeps what is made on this page on this computer: soon after each change, and at once when the page is left. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** See DraftStore. */
interface Drafts<T> {
  readonly write: (name: string, value: T) => boolean;
  readonly remove: (name: string) => void;
  readonly sweep: () => void;
}

export interface PersistedDraftSetup<T> {
  readonly drafts: Drafts<T>;
  readonly name: string;
  /** Another object whenever something in it has changed. */
  readonly value: T;
  /** False while it is as it began: that is not worth keeping. */
  readonly changed: boolean;
  /** True when it began from what was kept. */
  readonly stored: boolean;
}

export interface Kept<T> {
  /** `fresh`: as it began; `kept`: on this computer; `lost`: this browser keeps nothing. */
  readonly keeping: 'fresh' | 'kept' | 'lost';
  /** At once: what must be known after a crash of the page. */
  readonly write: (value: T) => void;
  /** Back to the beginning: what was kept is gone. */
  readonly forget: () => void;
  /** It has become what it was a draft of: nothing is kept any more, whatever still changes here. */
  readonly end: () => void;
}

/** Typing must not wait for the disk. */
const WRITE_AFTER_MS = 250;

export function usePersistedDraft<T>({
  drafts,
  name,
  value,
  changed,
  stored,
}: PersistedDraftSetup<T>): Kept<T> {
  const [written, setWritten] = useState<boolean | null>(stored ? true : null);
  const over = useRef(false);
  const write = (now: T) => {
    if (!over.current) setWritten(drafts.write(name, now));
  };
  const soon = useEffectEvent(write);
  useEffect(() => {
    if (!changed) return;
    const timer = setTimeout(() => soon(value), WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [value, changed]);
  const leave = useEffectEvent(() => {
    if (changed && !over.current) drafts.write(name, value);
  });
  useEffect(() => {
    drafts.sweep();
    const listener = () => leave();
    window.addEventListener('pagehide', listener);
    return () => {
      window.removeEventListener('pagehide', listener);
      leave();
    };
  }, [drafts]);
  return {
    keeping: written === null ? 'fresh' : written ? 'kept' : 'lost',
    write,
    forget: () => {
      drafts.remove(name);
      setWritten(null);
    },
    end: () => {
      over.current = true;
      drafts.remove(name);
    },
  };
}
