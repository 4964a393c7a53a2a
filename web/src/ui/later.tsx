/**
 * Parts whose script can wait until what the page is for stands on the screen: a menu behind a button. Until then the button is
 * there in a plain form; whoever presses it does not wait, and finds the menu open as soon as it has come.
 */
import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { showLoadFailure } from './lazy-with-retry.ts';

/** The page has a quiet moment by then, whatever became of what it is for. */
const AT_LATEST_MS = 10_000;
let release: () => void = () => {};
const quiet = new Promise<void>((resolve) => {
  release = resolve;
});
/** What the page is for stands on the screen: what waits may come. */
export const releaseLater = (): void => release();
/** Resolves then. */
export const whenQuiet = (): Promise<void> => quiet;

export interface LaterProps {
  /** It was asked for before it was there. */
  readonly wanted: boolean;
}
export interface MeanwhileProps {
  readonly onWanted: () => void;
}

/** @param load rejects when the script cannot be had; the plain button stays, says so to who pressed it, and each press tries again. */
export function later<P extends object>(
  load: () => Promise<ComponentType<P & LaterProps>>,
  Meanwhile: ComponentType<P & MeanwhileProps>,
): ComponentType<P> {
  let Whole: ComponentType<P & LaterProps> | null = null;
  let loading: Promise<void> | null = null;
  const get = () => {
    loading ??= load().then(
      (come) => {
        Whole = come;
      },
      () => {
        loading = null;
      },
    );
    return loading;
  };
  return function Later(props: P) {
    const [, setCome] = useState(Whole !== null);
    const [wanted, setWanted] = useState(false);
    useEffect(() => {
      if (Whole) return;
      let gone = false;
      const timer = setTimeout(release, AT_LATEST_MS);
      void quiet.then(get).then(() => !gone && setCome(Whole !== null));
      return () => {
        gone = true;
        clearTimeout(timer);
      };
    }, []);
    const want = async () => {
      setWanted(true);
      await get();
      setCome(Whole !== null);
      if (Whole) return;
      setWanted(false);
      showLoadFailure();
    };
    return Whole ? (
      <Whole {...props} wanted={wanted} />
    ) : (
      <Meanwhile {...props} onWanted={() => void want()} />
    );
  };
}

/** For the whole part: opens when it was wanted, with the focus on its button, to which it then returns. */
export function useOpened(
  wanted: boolean,
  button: RefObject<HTMLElement | null>,
): [boolean, (opened: boolean) => void] {
  const [opened, setOpened] = useState(false);
  const at_first = useRef(wanted);
  useEffect(() => {
    if (!at_first.current) return;
    at_first.current = false;
    button.current?.focus();
    setOpened(true);
  }, [button]);
  return [opened, setOpened];
}
