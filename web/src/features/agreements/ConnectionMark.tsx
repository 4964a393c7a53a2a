/** What a connection is worth, as icon and word. No colour: that means the health of a load. */
import type { BoardConnection } from '@waypost/contract/api/agreements';
import {
  IconAlertTriangleFilled,
  IconBan,
  IconHelpCircle,
  IconInfoCircle,
  IconPlugConnected,
} from '../../ui/icons.ts';
import classes from './ConnectionMark.module.css';
import { connectionKind, connectionWord } from './connection-state.ts';

const ICON = {
  fine: IconPlugConnected,
  stale: IconAlertTriangleFilled,
  deleted: IconBan,
  untold: IconInfoCircle,
  other: IconHelpCircle,
} as const;

export function ConnectionMark({ connection }: { readonly connection: BoardConnection }) {
  const kind = connectionKind(connection);
  const Icon = ICON[kind];
  return (
    <span className={classes.root} data-kind={kind}>
      <Icon size={14} aria-hidden />
      {connectionWord(connection)}
    </span>
  );
}
