/** What happened to an invitation, newest first: by the service's own times, with the people of ours who did it. */

import type { BoardInvitationDetail } from '@waypost/contract/api/invitations';
import { Age } from '../../live/Age.tsx';
import { isolated } from '../../ui/bidi.ts';
import { Section } from '../../ui/Section.tsx';
import classes from './InvitationPanel.module.css';
import { HAPPENING_WORD } from './words.ts';

export function InvitationHistory({ history }: Pick<BoardInvitationDetail, 'history'>) {
  if (history.length === 0) return null;
  return (
    <Section title="What happened">
      <ul className={classes.history}>
        {history.toReversed().map(({ what, at, by_name, note }) => (
          <li key={`${what} ${at}`}>
            <Age at={at} ago />
            <span>
              {HAPPENING_WORD[what]}
              {by_name && <span className={classes.muted}> by {isolated(by_name)}</span>}
              {note && `: ${note}`}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
