/** One invitation of the list: as a row of the table, and as a card on a phone. */

import { invitationStage } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { memo } from 'react';
import { Age } from '../../live/Age.tsx';
import { useTold } from '../../live/context.ts';
import { isolated } from '../../ui/bidi.ts';
import { GridCell } from '../../ui/Grid.tsx';
import { IconBell } from '../../ui/icons.ts';
import { useWritingKey } from '../../ui/prefs.ts';
import { fullDateTime } from '../../ui/time.ts';
import classes from './InvitationRow.module.css';
import { StageBadge } from './StageBadge.tsx';
import { chasedText, standingOf } from './standing.ts';
import { permissionsText, refOf, timeLeft } from './words.ts';

export interface InvitationRowProps {
  readonly invitation: BoardInvitation;
}

function useFacts(invitation: BoardInvitation) {
  const stage = useTold((now) => invitationStage(invitation, now));
  const text = useTold((now) => standingOf(invitation, now).text);
  const chase = useTold((now) => standingOf(invitation, now).chase);
  const chased = useTold((now) => chasedText(invitation, now));
  const left = useTold((now) => timeLeft(invitation, stage, now));
  return { stage, text, chase, chased, left };
}

export const InvitationCells = memo(function InvitationCells({ invitation }: InvitationRowProps) {
  useWritingKey();
  const { stage, text, chase, chased, left } = useFacts(invitation);
  const { fleet_name, fleet_email, expires_at, created_by_name } = invitation;
  const sent = invitation.valid_from ?? invitation.created_at;
  const asks = permissionsText(invitation.permissions);
  const second = fleet_name ?? fleet_email;
  return (
    <>
      <GridCell data-column="fleet">
        <strong title={refOf(invitation)}>{refOf(invitation)}</strong>
        {second && <Second text={second} />}
      </GridCell>
      <GridCell data-column="stage">
        <StageBadge stage={stage} raw={invitation.status} />
      </GridCell>
      <GridCell data-column="what">
        <What text={text} chase={chase} />
        {chased && <Second text={chased} />}
      </GridCell>
      <GridCell data-column="sent">
        {sent && <Age at={sent} ago />}
        {created_by_name && <Second text={`by ${isolated(created_by_name)}`} />}
      </GridCell>
      <GridCell data-column="left" data-figure title={expires_at ? fullDateTime(expires_at) : undefined}>
        {left}
      </GridCell>
      <GridCell data-column="asks" title={asks}>
        <span className={classes.second}>{asks}</span>
      </GridCell>
    </>
  );
});

export const InvitationCard = memo(function InvitationCard({ invitation }: InvitationRowProps) {
  useWritingKey();
  const { stage, text, chase, chased, left } = useFacts(invitation);
  return (
    <GridCell className={classes.card}>
      <div className={classes.line}>
        <strong>{refOf(invitation)}</strong>
        <StageBadge stage={stage} raw={invitation.status} />
      </div>
      <What text={text} chase={chase} />
      <div className={classes.line}>
        <Second text={chased ?? invitation.fleet_name ?? permissionsText(invitation.permissions)} />
        {left && <span className={classes.left}>{left} left</span>}
      </div>
    </GridCell>
  );
});

function Second({ text }: { readonly text: string }) {
  return (
    <span className={classes.second} title={text}>
      {text}
    </span>
  );
}

function What({ text, chase }: { readonly text: string; readonly chase: boolean }) {
  return (
    <span className={classes.what} data-chase={chase || undefined} title={text}>
      {chase && <IconBell size={14} stroke={2} aria-label="Chase today:" className={classes.bell} />}
      <span>{text}</span>
    </span>
  );
}
