/** What the page says when it has nothing to draw: on its way, not read, nothing called, nothing of this type, not allowed. */
import { Button } from '@mantine/core';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconChartBar, IconLock, IconSearch } from '../../ui/icons.ts';
import classes from './states.module.css';

/** In the shape of the page: figures, two charts. */
export function UsageSkeleton() {
  return (
    <div role="status" aria-label="Loading the usage" className={classes.skeleton}>
      <div className={classes.figures}>
        <span />
        <span />
        <span />
      </div>
      <div className={classes.charts}>
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
      title={`The usage of ${range} is not read`}
      action={<Button onClick={onRead}>Read it now</Button>}
    >
      The service tells one row for each entity and month. Waypost reads them once for everybody; months that
      are over are kept.
    </EmptyState>
  );
}

export function NothingCalled({ range, onLast }: { readonly range: string; readonly onLast: () => void }) {
  return (
    <EmptyState
      icon={<IconChartBar size={32} stroke={1.5} />}
      title={`Nothing was called or delivered: ${range}`}
      action={<Button onClick={onLast}>Show the last twelve months</Button>}
    >
      All rows were read; the service has none of these months.
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
      title={`No usage of the type ${entity_type}`}
      action={<Button onClick={onClear}>Show all types</Button>}
    >
      Other types were called or delivered: {range}.
    </EmptyState>
  );
}

export function NotAllowed({ why, onOwn }: { readonly why: string; readonly onOwn: () => void }) {
  return (
    <EmptyState
      icon={<IconLock size={32} stroke={1.5} />}
      title="The usage of other partners is shown to administrators"
      role="status"
      action={<Button onClick={onOwn}>Show own usage</Button>}
    >
      {why}
    </EmptyState>
  );
}
