/** Shortcuts of a page: single keys, off while someone types or a dialog is open. */
import { useEffect, useEffectEvent } from 'react';

/** `key` of the KeyboardEvent -> what it does. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>;

function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

export function useShortcuts(shortcuts: Shortcuts): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (typing(event.target) || document.querySelector('[aria-modal="true"]')) return;
    const run = shortcuts[event.key];
    if (!run) return;
    event.preventDefault();
    run(event);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
