/** What the page says when it has nothing to draw: on its way, not read, nothing called, nothing of this type, not allowed. */
import { Button } from '@mantine/core';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconChartBar, IconLock, IconSearch } from '../../ui/icons.ts';
import { readableName } from '../../ui/readable-name.ts';
import classes from './UsageView.module.css';

/** In the shape of the page: figures, two charts. */
export function UsageSkeleton() {
  return (
    <div role="status" aria-label="Loading usage" className={classes.skeleton}>
      <div className={classes.statesFigures}>
        <span />
        <span />
        <span />
      </div>
      <div className={classes.statesCharts}>
        <span />
        <span />
      </div>
    </div>
  );
}

export function NotRead({ range, onRead }: { readonly range: string; readonly onRead: () => void }) {
  return (
    <EmptyState
      icon={<IconChartBar size={32} stroke={1.5} />}
      title={`Usage for ${range} is not loaded yet`}
      action={<Button onClick={onRead}>Load usage</Button>}
    >
      Waypost loads each month once for everyone.
    </EmptyState>
  );
}

export function NothingCalled({ range, onLast }: { readonly range: string; readonly onLast: () => void }) {
  return (
    <EmptyState
      icon={<IconChartBar size={32} stroke={1.5} />}
      title={`No usage: ${range}`}
      action={<Button onClick={onLast}>Show last 12 months</Button>}
    >
      These months are loaded. No calls or deliveries were counted.
    </EmptyState>
  );
}

interface NoneOfTypeProps {
  readonly entity_type: string;
  readonly range: string;
  readonly onClear: () => void;
}

export function NoneOfType({ entity_type, range, onClear }: NoneOfTypeProps) {
  return (
    <EmptyState
      icon={<IconSearch size={32} stroke={1.5} />}
      title={`No usage for ${readableName(entity_type).toLowerCase()}`}
      action={<Button onClick={onClear}>Show all types</Button>}
    >
      Other types were used in this period: {range}.
    </EmptyState>
  );
}

export function NotAllowed({ why, onOwn }: { readonly why: string; readonly onOwn: () => void }) {
  return (
    <EmptyState
      icon={<IconLock size={32} stroke={1.5} />}
      title="Other partners' usage is for administrators"
      role="status"
      action={<Button onClick={onOwn}>Show our usage</Button>}
    >
      {why}
    </EmptyState>
  );
}
