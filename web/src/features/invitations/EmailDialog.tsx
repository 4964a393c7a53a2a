/** Asks before several invitations are emailed: how many get an email, and who gets none and why. */
import { useQuery } from '@tanstack/react-query';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { MESSAGE_ROUTES } from '@waypost/contract/api/message-routes';
import type { MessageLanguage } from '@waypost/contract/api/message-text';
import type { JobEmail } from '@waypost/contract/api/messages';
import { useRef, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { QueryState } from '../../api/QueryState.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { useWrite } from '../../api/server-state.ts';
import { ConfirmDialog } from '../../live/ConfirmDialog.tsx';
import { BLOCK_WORDS } from '../../live/email-blocks.ts';
import { MessageLanguageSelect } from '../../live/MessageLanguageSelect.tsx';
import { isolated } from '../../ui/bidi.ts';
import { personZone } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { countText, numberText, plural } from '../../ui/units.ts';
import { nameOf } from './words.ts';

const emails = (count: number) => countText(count, 'email');
const fleets = (count: number) => countText(count, 'fleet');

/** Why it is left out; null: it gets an email. */
function leftOutReason({ email, block }: JobEmail): string | null {
  if (email?.state === 'sent') return 'Emailed already';
  if (email?.state === 'waiting' || email?.state === 'sending') return 'An email is waiting';
  if (email?.state === 'unknown') return 'Not known whether its last email was sent';
  return block && BLOCK_WORDS[block];
}

interface EmailDialogProps {
  readonly rows: readonly BoardInvitation[];
  /** With the invitations that get an email. */
  readonly onClose: (done: readonly BoardInvitation[]) => void;
}

export function EmailDialog({ rows, onClose }: EmailDialogProps) {
  const { http } = useApi();
  const done = useRef<readonly BoardInvitation[]>([]);
  // What was picked when it opened: a row that changes meanwhile keeps its place.
  const [picked] = useState(rows);
  const [language, setLanguage] = useState<MessageLanguage | null>(null);
  const keys = picked.map(({ key }) => key);
  const query = useQuery({
    queryKey: queryKeys.pickedEmails(keys),
    queryFn: ({ signal }) => http.call(MESSAGE_ROUTES.checkInvitationEmails, { body: { keys }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const send = useWrite(MESSAGE_ROUTES.emailInvitations);
  const names = new Map(picked.map((one) => [one.key, nameOf(one)]));
  const able: string[] = [];
  const left_out = new Map<string, string[]>();
  for (const one of query.data?.items ?? []) {
    const reason = leftOutReason(one);
    if (reason === null) able.push(one.invitation_key);
    else left_out.set(reason, [...(left_out.get(reason) ?? []), names.get(one.invitation_key) ?? '']);
  }
  return (
    <ConfirmDialog
      title={
        !query.data
          ? 'Email fleets?'
          : able.length === 0
            ? 'No fleet gets an email'
            : `Email ${fleets(able.length)}?`
      }
      action={`Send ${emails(able.length)}`}
      disabledReason={able.length === 0 ? 'Nobody gets an email' : null}
      danger={false}
      keep="Cancel"
      failure_title="Not sent"
      act={async () => {
        await send.mutateAsync({ body: { keys: able, language, zone: personZone() } });
        toast({ title: `Sending ${emails(able.length)}`, text: 'It continues if you leave the page.' });
        done.current = picked.filter(({ key }) => able.includes(key));
      }}
      onClose={() => onClose(done.current)}
    >
      <QueryState query={query} label="Checking addresses" small />
      {query.data && (
        <>
          {able.length > 0 && (
            <p>
              {fleets(able.length)} of {numberText(picked.length)} {plural(able.length, 'gets', 'get')} an
              email with the link. An email that was sent can't be taken back.
            </p>
          )}
          {left_out.size > 0 && (
            <>
              <p>No email goes to:</p>
              <ul>
                {[...left_out].map(([reason, of]) => (
                  <li key={reason}>
                    {reason}: {of.map(isolated).join(', ')}
                  </li>
                ))}
              </ul>
            </>
          )}
          {able.length > 0 && <MessageLanguageSelect value={language} onChange={setLanguage} />}
        </>
      )}
    </ConfirmDialog>
  );
}
