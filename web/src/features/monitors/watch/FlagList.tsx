/** What is wrong, worst first: each with its reason and one thing to do. */
import { Button } from '@mantine/core';
import type { BoardMonitor } from '@waypost/contract/api/monitors';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import shared from '../../../ui/shared.module.css';
import { FlagIcon } from './columns.tsx';
import type { Flag } from './integrity.ts';
import { useFlagWords } from './live-texts.ts';
import classes from './MonitorDetail.module.css';

export interface FlagListProps {
  readonly monitor: BoardMonitor;
  readonly flags: readonly Flag[];
  readonly onRead: () => void;
}

export function FlagList({ monitor, flags, onRead }: FlagListProps) {
  if (flags.length === 0) return null;
  return (
    <ul className={classes.flags} aria-label="What needs attention">
      {flags.map((flag) => (
        <FlagItem key={`${flag.kind}-${flag.stop_sequence}`} flag={flag} monitor={monitor} onRead={onRead} />
      ))}
    </ul>
  );
}

function FlagItem({
  flag,
  monitor,
  onRead,
}: {
  readonly flag: Flag;
  readonly monitor: BoardMonitor;
  readonly onRead: () => void;
}) {
  const { what, why, action } = useFlagWords(flag, monitor);
  return (
    <li className={classes.flag}>
      <FlagIcon flag={flag} size={18} />
      <div className={classes.words}>
        <p className={shared.strongText}>{what}</p>
        <p className={classes.why}>{why}</p>
      </div>
      {action?.kind === 'read' && <Button onClick={onRead}>{action.label}</Button>}
      {action?.kind === 'follow' && (
        <LinkButton to="/monitors/new" search={{ follow: monitor.id }}>
          {action.label}
        </LinkButton>
      )}
      {action?.kind === 'load' && (
        <LinkButton to="/" search={{ load: action.load_id }}>
          {action.label}
        </LinkButton>
      )}
    </li>
  );
}
