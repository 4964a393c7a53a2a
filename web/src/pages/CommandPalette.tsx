/** Opens the command palette on any page. Its shortcuts work from the start; its code loads on first use or soon after. */
import { useEffect, useEffectEvent } from 'react';
import { useSession } from '../api/context.ts';
import { commandPalette, usePaletteOpened } from '../ui/command-palette.ts';
import { whenFirstViewReady } from '../ui/deferred.tsx';
import { isDialogOpen, isTyping } from '../ui/keys.ts';
import { LazyBoundary, lazyWithRetry, showLoadFailure } from '../ui/lazy-with-retry.tsx';

const load = () => import('./SearchPalette.tsx');
const SearchPalette = lazyWithRetry(load);
/** Long after the first screen, and never before it. */
const FETCH_AFTER_MS = 5_000;

export function CommandPalette() {
  const opened = usePaletteOpened();
  const { phase } = useSession();
  const signed_in = phase === 'in';
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!signed_in || event.altKey || event.defaultPrevented) return;
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key.toLowerCase() === 'k') {
      // Handled even while someone types: the browser would focus its address bar.
      event.preventDefault();
      if (commandPalette.get()) commandPalette.set(false);
      else if (!isDialogOpen()) commandPalette.set(true);
    } else if (!command && event.key === '/' && !isTyping(event.target) && !isDialogOpen()) {
      event.preventDefault();
      commandPalette.set(true);
    } else if (!command && commandPalette.get()) {
      if (!commandPalette.bufferKey(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    }
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (
      !commandPalette.get() ||
      !commandPalette.bufferPaste(event.clipboardData?.getData('text/plain') ?? '')
    )
      return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    // Captured before the shortcuts of the page: `/` does the same everywhere.
    const listener = (event: KeyboardEvent) => onKey(event);
    const paste = (event: ClipboardEvent) => onPaste(event);
    document.addEventListener('keydown', listener, true);
    document.addEventListener('paste', paste, true);
    const timer = setTimeout(
      () =>
        void whenFirstViewReady()
          .then(load)
          .catch(() => undefined),
      FETCH_AFTER_MS,
    );
    return () => {
      document.removeEventListener('keydown', listener, true);
      document.removeEventListener('paste', paste, true);
      clearTimeout(timer);
    };
  }, []);
  return (
    <LazyBoundary
      onFailure={() => {
        commandPalette.set(false);
        showLoadFailure();
      }}
    >
      {opened && signed_in && <SearchPalette onClose={() => commandPalette.set(false)} />}
    </LazyBoundary>
  );
}
