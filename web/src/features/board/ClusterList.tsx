import { Popover } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useLineFocus } from '../../live/line-focus.ts';
import type { ScreenPoint } from '../../map/types.ts';
import shared from '../../ui/shared.module.css';
import classes from './LoadList.module.css';

interface ClusterProps {
  readonly ids: readonly string[];
  readonly point: ScreenPoint;
  readonly renderLoad: (load_id: string) => ReactNode;
}

interface ClusterHintProps extends ClusterProps {
  readonly more: number;
}

interface ClusterListProps extends ClusterProps {
  readonly onOpen: (load_id: string) => void;
  readonly onClose: () => void;
}

/** Tooltip with the worst loads of the cluster under the pointer; takes no clicks. */
export function ClusterHint({ ids, more, point, renderLoad }: ClusterHintProps) {
  return (
    <Popover opened position="right" offset={28} width={280} withRoles={false} withinPortal={false}>
      <Popover.Target>
        <span className={classes.point} style={{ left: point.x, top: point.y }} />
      </Popover.Target>
      <Popover.Dropdown role="tooltip" p={8} className={shared.columnTight} style={{ pointerEvents: 'none' }}>
        {ids.map((load_id) => (
          <div key={load_id}>{renderLoad(load_id)}</div>
        ))}
        {more > 0 && <p className={`${shared.small} ${classes.clusterTitle}`}>and {more} more</p>}
      </Popover.Dropdown>
    </Popover>
  );
}

export function ClusterList({ ids, point, renderLoad, onOpen, onClose }: ClusterListProps) {
  const { hover } = useLineFocus();
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
      // The anchor on the map is not a button, so only the list has roles.
      withRoles={false}
    >
      <Popover.Target>
        <span className={classes.point} style={{ left: point.x, top: point.y }} />
      </Popover.Target>
      <Popover.Dropdown role="dialog" tabIndex={-1} p={4} aria-labelledby={title}>
        <p id={title} className={`${shared.small} ${classes.clusterTitle}`}>
          {ids.length} loads at this location
        </p>
        <ul className={`${shared.list} ${shared.scrollY}`} style={{ maxHeight: 328 }}>
          {ids.map((load_id) => (
            <li key={load_id}>
              <button
                type="button"
                className={classes.clusterLoad}
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
