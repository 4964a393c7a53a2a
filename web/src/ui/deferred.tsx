/** Components whose script is loaded after the first view: menus and popovers behind a button, and edges to drag. */
import { ActionIcon } from '@mantine/core';
import { type ComponentType, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { showLoadFailure } from './lazy-with-retry.tsx';

/** Deferred components load after this time even when the first view is never marked as ready; a slow computer needs 15 s for the board. */
const FIRST_VIEW_TIMEOUT_MS = 30_000;
let resolveFirstView: () => void = () => {};
const firstView = new Promise<void>((resolve) => {
  resolveFirstView = resolve;
});
/** The main content of the page is on the screen: deferred components start loading. */
export const markFirstViewReady = (): void => resolveFirstView();
export const whenFirstViewReady = (): Promise<void> => firstView;

export interface DeferredProps {
  /** True when the person pressed the placeholder before the component had loaded. */
  readonly openOnMount: boolean;
}
export interface PlaceholderProps {
  readonly onRequest: () => void;
}

interface MenuButtonPlaceholderProps extends PlaceholderProps {
  readonly label: string;
  /** Tooltip; default: the label. */
  readonly tip?: string;
  readonly children: ReactNode;
}

export const MenuButtonPlaceholder = ({
  label,
  tip = label,
  onRequest,
  children,
}: MenuButtonPlaceholderProps) => (
  <ActionIcon
    aria-label={label}
    aria-haspopup="menu"
    aria-expanded={false}
    data-tip={tip}
    onClick={onRequest}
  >
    {children}
  </ActionIcon>
);

/**
 * A component that loads once the first view is ready, with a placeholder until then. Pressing the placeholder loads the
 * component immediately and opens it.
 *
 * @param load when it rejects, the placeholder stays; each press shows the failure and tries again
 */
export function deferred<P extends object>(
  load: () => Promise<ComponentType<P & DeferredProps>>,
  Placeholder: ComponentType<P & PlaceholderProps> = () => null,
): ComponentType<P> {
  let Loaded: ComponentType<P & DeferredProps> | null = null;
  let loading: Promise<void> | null = null;
  const loadOnce = () => {
    loading ??= load().then(
      (component) => {
        Loaded = component;
      },
      () => {
        loading = null;
      },
    );
    return loading;
  };
  return function Deferred(props: P) {
    const [, setIsLoaded] = useState(Loaded !== null);
    const [requested, setRequested] = useState(false);
    useEffect(() => {
      if (Loaded) return;
      let unmounted = false;
      const timer = setTimeout(markFirstViewReady, FIRST_VIEW_TIMEOUT_MS);
      void firstView.then(loadOnce).then(() => !unmounted && setIsLoaded(Loaded !== null));
      return () => {
        unmounted = true;
        clearTimeout(timer);
      };
    }, []);
    const onRequest = async () => {
      setRequested(true);
      await loadOnce();
      setIsLoaded(Loaded !== null);
      if (Loaded) return;
      setRequested(false);
      showLoadFailure();
    };
    return Loaded ? (
      <Loaded {...props} openOnMount={requested} />
    ) : (
      <Placeholder {...props} onRequest={() => void onRequest()} />
    );
  };
}

/** Open state of a deferred menu: opens and focuses its button on mount if requested, so that closing returns the focus to it. */
export function useOpened(
  openOnMount: boolean,
  button: RefObject<HTMLElement | null>,
): [boolean, (opened: boolean) => void] {
  const [opened, setOpened] = useState(false);
  const pending = useRef(openOnMount);
  useEffect(() => {
    if (!pending.current) return;
    pending.current = false;
    button.current?.focus();
    setOpened(true);
  }, [button]);
  return [opened, setOpened];
}
