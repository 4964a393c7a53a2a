/**
 * Keeps a fault of one part (a panel, a dialog) from taking the page with it. The usual cause is an update of Waypost
 * while the page was open: parts that load late are gone then, and the address brings back what was seen.
 */
import { Button } from '@mantine/core';
import { Component, type ReactNode, Suspense } from 'react';
import { EmptyState } from './EmptyState.tsx';

export interface PartBoundaryProps {
  readonly children: ReactNode;
  /** While the part is on its way. */
  readonly waiting?: ReactNode;
  /** In a test. */
  readonly onReload?: () => void;
}

export class PartBoundary extends Component<PartBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { children, waiting = null, onReload = () => location.reload() } = this.props;
    if (!this.state.failed) return <Suspense fallback={waiting}>{children}</Suspense>;
    return (
      <EmptyState
        role="alert"
        title="This part of the page could not be shown"
        action={
          <Button variant="filled" onClick={onReload}>
            Reload the page
          </Button>
        }
      >
        Perhaps Waypost was updated while the page was open. Reloading brings you back to where you are.
      </EmptyState>
    );
  }
}
