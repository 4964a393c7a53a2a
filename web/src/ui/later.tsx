/** Parts of the page whose script comes later: when they are first shown, or when the page is quiet; and what is said when it does not come. */
import { ActionIcon, Button } from '@mantine/core';
import {
  Children,
  Component,
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { EmptyState } from './EmptyState.tsx';
import { toast } from './toasts.ts';

/** Thrown in place of a part whose script could not be had. `PartBoundary` catches it and calls `forget`. */
class LoadFailure extends Error {
  /** The next time that the part is shown, it is loaded again. */
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super('A part of the page could not be loaded', { cause });
    this.forget = forget;
  }
}

/** A part whose script comes when it is first shown. React remembers a failed load for ever; this tries again. */
export function lazyWithRetry<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): ComponentType<P> {
  const make = () =>
    lazy(async () => {
      try {
        return await load();
      } catch (error) {
        throw new LoadFailure(error, () => {
          Part = make();
        });
      }
    });
  let Part = make();
  return (props: P) => createElement(Part as ComponentType<P>, props);
}

/** For a part that somebody asked for and that has no place of its own to say so. */
export function showLoadFailure(): void {
  toast({
    title: 'This part of the page did not load',
    text: 'Check your connection and try again. If that does not help, reload the page.',
  });
}

interface PartBoundaryProps {
  readonly children: ReactNode;
  /** While the part is on its way. */
  readonly waiting?: ReactNode;
  /** What is shown when the part failed; unless given, that it failed. */
  readonly instead?: ReactNode;
  /** Closes the part where it has no place of its own to say that it failed. */
  readonly onFailure?: () => void;
  /** In a test. */
  readonly onReload?: () => void;
}

/**
 * Keeps a fault of one part (a panel, a dialog) from taking the page with it. The usual cause is an update of Waypost
 * while the page was open: parts that load late are gone then, and the address brings back what was seen.
 */
export class PartBoundary extends Component<PartBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof LoadFailure) error.forget();
    this.props.onFailure?.();
  }

  /** What is closed can be opened again. */
  override componentDidUpdate() {
    const closed = Children.toArray(this.props.children).length === 0;
    if (this.state.failed && closed) this.setState({ failed: false });
  }

  override render() {
    const { children, waiting = null, instead, onReload = () => location.reload() } = this.props;
    if (!this.state.failed) return <Suspense fallback={waiting}>{children}</Suspense>;
    if (instead !== undefined) return instead;
    return (
      <EmptyState
        role="alert"
        title="This part of the page failed to load"
        action={
          <>
            <Button variant="filled" onClick={() => this.setState({ failed: false })}>
              Try again
            </Button>
            <Button onClick={onReload}>Reload the page</Button>
          </>
        }
      >
        The connection may be down, or Waypost was updated. Reloading brings you back here.
      </EmptyState>
    );
  }
}

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

interface MenuButtonProps extends MeanwhileProps {
  readonly label: string;
  /** On hover; without it the label. */
  readonly tip?: string;
  /** Its icon. */
  readonly children: ReactNode;
}

/** The button of a menu whose script is still to come. */
export const MenuButton = ({ label, tip = label, onWanted, children }: MenuButtonProps) => (
  <ActionIcon aria-label={label} aria-haspopup="menu" aria-expanded={false} data-tip={tip} onClick={onWanted}>
    {children}
  </ActionIcon>
);

/**
 * A part whose script can wait until what the page is for stands on the screen: a menu behind a button. Until then the button is
 * there in a plain form; whoever presses it does not wait, and finds the menu open as soon as it has come.
 *
 * @param load rejects when the script cannot be had; the plain button stays, says so to who pressed it, and each press tries again
 */
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
