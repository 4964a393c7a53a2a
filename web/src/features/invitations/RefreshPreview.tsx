/** Before it is sent: this fleet_ref has an invitation, and what sending will change in it. */
import { Button } from '@mantine/core';
import { invitationStage, refreshChanges } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation, InvitationDefaults } from '@waypost/contract/api/invitations';
import type { InvitationCreate } from '@waypost/contract/invitations';
import { useLive, useNow } from '../../live/context.ts';
import { changeWords, REFRESH_MEANS } from '../../live/invitation-words.ts';
import { StageBadge } from './columns.tsx';
import classes from './Form.module.css';
import { nameOf } from './words.ts';

export interface RefreshPreviewProps {
  readonly there: BoardInvitation;
  /** Null while there are errors. */
  readonly body: InvitationCreate | null;
  readonly defaults: InvitationDefaults | undefined;
  /** Fills the form with what is there, so that nothing of it is left out. */
  readonly onTakeOver: () => void;
}

export function RefreshPreview({ there, body, defaults, onTakeOver }: RefreshPreviewProps) {
  const { clock } = useLive();
  const stage = useNow((now) => invitationStage(there, now));
  // As our server sends it: addresses of ours where none is given.
  const sent = body && {
    ...(defaults && {
      success_redirect_url: defaults.success_redirect_url,
      failure_redirect_url: defaults.failure_redirect_url,
    }),
    ...body,
  };
  const changes = sent ? refreshChanges(there, sent, clock.now()) : [];
  const open = changes.some(({ effect }) => effect === 'left_out');
  return (
    <section className={classes.preview} aria-label="What renewing changes">
      <h3>
        {nameOf(there)} already has an invitation <StageBadge stage={stage} raw={there.status} />
      </h3>
      <p className={classes.note}>{REFRESH_MEANS[stage]}</p>
      {changes.length > 0 && (
        <dl>
          {changes.map((change) => {
            const { name, before, after, note } = changeWords(change);
            return (
              <div key={change.field}>
                <dt>{name}</dt>
                <dd>
                  {before !== null && (
                    <>
                      <del className={classes.before}>{before}</del>{' '}
                    </>
                  )}
                  {after} {note && <span className={classes.note}>{note}</span>}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
      {open && (
        <Button size="compact-xs" onClick={onTakeOver}>
          Keep existing details
        </Button>
      )}
    </section>
  );
}
