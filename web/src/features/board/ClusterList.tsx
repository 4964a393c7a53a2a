/** Trucks that stand together, as a list at their place on the map: no zoom could part them. */
import { Popover } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import type { ScreenPoint } from '../../map/types.ts';
import classes from './ClusterList.module.css';
import { useSpots } from './hover.ts';

export interface ClusterListProps {
  readonly ids: readonly string[];
  readonly point: ScreenPoint;
  readonly renderLoad: (load_id: string) => ReactNode;
  readonly onOpen: (load_id: string) => void;
  readonly onClose: () => void;
}

export interface ClusterHintProps {
  readonly ids: readonly string[];
  /** How many more the cluster holds. */
  readonly more: number;
  readonly point: ScreenPoint;
  readonly renderLoad: (load_id: string) => ReactNode;
}

/** The worst loads of the cluster under the pointer; goes with it and takes no click. */
export function ClusterHint({ ids, more, point, renderLoad }: ClusterHintProps) {
  return (
    <Popover opened position="right" offset={28} width={280} withRoles={false} withinPortal={false}>
      <Popover.Target>
        <span className={classes.anchor} style={{ left: point.x, top: point.y }} />
      </Popover.Target>
      <Popover.Dropdown role="tooltip" className={classes.hint}>
        {ids.map((load_id) => (
          <div key={load_id}>{renderLoad(load_id)}</div>
        ))}
        {more > 0 && <p className={classes.title}>and {more} more</p>}
      </Popover.Dropdown>
    </Popover>
  );
}

export function ClusterList({ ids, point, renderLoad, onOpen, onClose }: ClusterListProps) {
  const { hover } = useSpots();
  const title = useId();
  return (
    <Popover
      opened
      onDismiss={onClose}
      trapFocus
      returnFocus
      position="right"
      offset={24}
      width={320}
      // The point on the map is no button: roles stand on the list alone.
      withRoles={false}
    >
      <Popover.Target>
        <span className={classes.anchor} style={{ left: point.x, top: point.y }} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" tabIndex={-1} className={classes.list} aria-labelledby={title}>
        <p id={title} className={classes.title}>
          {ids.length} loads at this location
        </p>
        <ul>
          {ids.map((load_id) => (
            <li key={load_id}>
              <button
                type="button"
                onClick={() => onOpen(load_id)}
                onPointerEnter={() => hover.set(load_id)}
                onPointerLeave={() => hover.set(null)}
              >
                {renderLoad(load_id)}
              </button>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
