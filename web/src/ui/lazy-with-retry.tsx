/** Lazily loaded components with retry after a failed load, and an error boundary for them. */
import { Button } from '@mantine/core';
import {
  Children,
  Component,
  type ComponentType,
  createElement,
  lazy,
  type ReactNode,
  Suspense,
} from 'react';
import { EmptyState } from './EmptyState.tsx';
import { toast } from './toasts.ts';

/** Thrown when a component's script failed to load. `LazyBoundary` catches it and calls `reset`. */
class LoadFailure extends Error {
  /** Makes the next render load the script again. */
  readonly reset: () => void;

  constructor(cause: unknown, reset: () => void) {
    super('A part of the page could not be loaded', { cause });
    this.reset = reset;
  }
}

/** Like React's `lazy`, which caches a failed load forever; this one loads again on the next render. */
export function lazyWithRetry<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
): ComponentType<P> {
  const make = () =>
    lazy(async () => {
      try {
        return await load();
      } catch (error) {
        throw new LoadFailure(error, () => {
          LazyComponent = make();
        });
      }
    });
  let LazyComponent = make();
  return (props: P) => createElement(LazyComponent as ComponentType<P>, props);
}

/** The same for a component that its script exports by name. */
export const lazyNamed = <P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> =>
  lazyWithRetry(async () => ({ default: await load() }));

/** Shows a failed load as a toast, with a way to reload, for components without a place to show it. */
export function showLoadFailure(): void {
  toast({
    about: 'load-failure',
    title: 'This part of the page did not load',
    text: 'The connection may be down, or Waypost was updated. Try again, or reload the page.',
    // Never by itself: somebody may be typing.
    action: { label: 'Reload', run: reloadOrExplain },
  });
}

export function reloadOrExplain(): void {
  void reloadIfReachable().then((reachable) => reachable || showLoadFailure());
}

interface LazyBoundaryProps {
  readonly children: ReactNode;
  readonly fallback?: ReactNode;
  /** Shown after a failure; default: an error message with a retry button. */
  readonly failed?: ReactNode;
  readonly onFailure?: () => void;
  /** Whether the connection is up: a failed part is loaded again when it comes back. */
  readonly connected?: boolean;
  /** Closes the part, where its own button did not load. */
  readonly onClose?: () => void;
  /** For tests. */
  readonly onReload?: () => void;
}

/**
 * Suspense and error boundary of a part of the page, such as a panel or dialog. The usual cause of an error is an update
 * of Waypost while the page is open: chunks of the old version no longer exist. After a reload, the URL restores the view.
 */
export class LazyBoundary extends Component<LazyBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof LoadFailure) error.reset();
    this.props.onFailure?.();
  }

  /** Resets the boundary when the failed part is closed, so that it can be opened again, and when the connection is back. */
  override componentDidUpdate(before: LazyBoundaryProps) {
    const { children, connected } = this.props;
    const closed = Children.toArray(children).length === 0;
    const back = connected === true && before.connected === false;
    if (this.state.failed && (closed || back)) this.setState({ failed: false });
  }

  override render() {
    const { children, fallback = null, failed, onReload = reloadOrExplain, onClose } = this.props;
    if (!this.state.failed) return <Suspense fallback={fallback}>{children}</Suspense>;
    if (failed !== undefined) return failed;
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
            {onClose && <Button onClick={onClose}>Close</Button>}
          </>
        }
      >
        The connection may be down, or Waypost was updated. Reloading brings you back here.
      </EmptyState>
    );
  }
}

/** Reloads the page if the server responds: otherwise the browser would replace it by its own error page, which never comes back. */
export async function reloadIfReachable(): Promise<boolean> {
  const reachable = await fetch('/healthz', { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  );
  if (reachable) location.reload();
  return reachable;
}
