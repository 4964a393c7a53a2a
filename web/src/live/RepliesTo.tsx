import { Link } from '@tanstack/react-router';
import type { MessageSettings } from '@waypost/contract/api/messages';
import { useDisabledReason } from '../api/context.ts';
import { isolated } from '../ui/bidi.ts';

interface RepliesToProps {
  readonly settings: Pick<MessageSettings, 'reply_to'>;
}

/** Where fleets reply to emails of this person, in one sentence. */
export function RepliesTo({ settings: { reply_to } }: RepliesToProps) {
  const can_set = useDisabledReason('administer') === null;
  if (reply_to !== null) return `Replies go to ${isolated(reply_to)}.`;
  const place = 'Settings, Company';
  return (
    <>
      Replies go nowhere: an administrator sets Contact for fleets in{' '}
      {can_set ? (
        <Link to="/settings" search={{ section: 'company' }}>
          {place}
        </Link>
      ) : (
        place
      )}
      .
    </>
  );
}
