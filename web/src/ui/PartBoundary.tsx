/**
 * Keeps a fault of one part (a panel, a dialog) from taking the page with it. The usual cause is an update of Waypost
 * while the page was open: parts that load late are gone then, and the address brings back what was seen.
 */
import { Button } from '@mantine/core';
import { Component, type ReactNode, Suspense } from 'react';
import { EmptyState } from './EmptyState.tsx';
import { LoadFailure } from './lazy-with-retry.ts';

export interface PartBoundaryProps {
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
    if (this.state.failed && !this.props.children) this.setState({ failed: false });
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
