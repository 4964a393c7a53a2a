/** Asks before several invitations are emailed: how many get an email, and who gets none and why. */
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { MESSAGE_ROUTES } from '@waypost/contract/api/message-routes';
import type { MessageLanguage } from '@waypost/contract/api/message-text';
import { emailAddress, type JobEmail } from '@waypost/contract/api/messages';
import { type ReactNode, useRef, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { QueryState } from '../../api/QueryState.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { useWrite } from '../../api/server-state.ts';
import { Age } from '../../live/Age.tsx';
import { ConfirmDialog } from '../../live/ConfirmDialog.tsx';
import { BLOCK_WORDS } from '../../live/email-blocks.ts';
import { useMessageSettings } from '../../live/invitations.ts';
import { MessageLanguageSelect } from '../../live/MessageLanguageSelect.tsx';
import { RepliesTo } from '../../live/RepliesTo.tsx';
import { isolated } from '../../ui/bidi.ts';
import { Check } from '../../ui/Check.tsx';
import { EMAIL_INPUT } from '../../ui/email-input.ts';
import { personZone } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { countText, numberText, plural } from '../../ui/units.ts';
import { useOptOuts } from './opt-outs.ts';
import { nameOf, unsubscribedText } from './words.ts';

const emails = (count: number) => countText(count, 'email');
const fleets = (count: number) => countText(count, 'fleet');

const PARTS = ['new', 'emailed', 'addressless'];

/** What can be done with it, or why it is left out. */
function partOf({ email, block }: JobEmail): string {
  if (email?.state === 'waiting' || email?.state === 'sending') return 'An email is waiting';
  if (email?.state === 'unknown') return 'Not known whether its last email was sent';
  if (block === 'no_address' || block === 'invalid_address') return 'addressless';
  if (block !== null) return BLOCK_WORDS[block];
  return email?.state === 'sent' ? 'emailed' : 'new';
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
  const [again_id] = useState(() => crypto.randomUUID());
  const [language, setLanguage] = useState<MessageLanguage | null>(null);
  const [sends_again, setSendsAgain] = useState(false);
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const keys = picked.map(({ key }) => key);
  const query = useQuery({
    queryKey: queryKeys.pickedEmails(keys),
    queryFn: ({ signal }) => http.call(MESSAGE_ROUTES.checkInvitationEmails, { body: { keys }, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const { data: settings } = useMessageSettings();
  const send = useWrite(MESSAGE_ROUTES.emailInvitations);
  const names = new Map(picked.map((one) => [one.key, nameOf(one)]));
  const nameIn = ({ invitation_key }: JobEmail) => isolated(names.get(invitation_key) ?? '');
  const groups = Map.groupBy(query.data?.items ?? [], partOf);
  const { new: fresh = [], emailed = [], addressless = [] } = Object.fromEntries(groups);
  const left_out = [...groups].filter(([part]) => !PARTS.includes(part));
  const addresses: { readonly key: string; readonly to: string }[] = [];
  const faults = new Map<string, string>();
  const unsubscribed = useOptOuts([...typed.values()].map((text) => text.trim()));
  for (const { invitation_key: key } of addressless) {
    const text = typed.get(key)?.trim() ?? '';
    const address = emailAddress.safeParse(text);
    if (unsubscribed.includes(text)) faults.set(key, unsubscribedText(text));
    else if (address.success) addresses.push({ key, to: address.data });
    else if (text !== '') faults.set(key, 'Email must be an address, such as ops@example.com');
  }
  const first = fresh.length + addresses.length;
  const only_again = first === 0 && emailed.length > 0;
  const again = sends_again || only_again;
  const able = [
    ...fresh.map(({ invitation_key }) => invitation_key),
    ...addresses.map(({ key }) => key),
    ...(again ? emailed.map(({ invitation_key }) => invitation_key) : []),
  ];
  const title = () => {
    if (!query.data || (able.length === 0 && addressless.length > 0)) return 'Email fleets?';
    if (able.length === 0) return 'No fleet gets an email';
    return `Email ${fleets(able.length)}${only_again ? ' again' : ''}?`;
  };
  return (
    <ConfirmDialog
      title={title()}
      action={only_again ? `Email again (${numberText(able.length)})` : `Send ${emails(able.length)}`}
      disabledReason={
        faults.size > 0
          ? 'Correct the marked address first'
          : able.length === 0
            ? 'Nobody gets an email'
            : null
      }
      danger={false}
      keep="Cancel"
      failure_title="Not sent"
      act={async () => {
        const body = { keys: able, language, zone: personZone(), again: again ? again_id : null, addresses };
        await send.mutateAsync({ body });
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
              email with the link. An email that was sent can't be taken back.{' '}
              {settings && <RepliesTo settings={settings} />}
            </p>
          )}
          {emailed.length > 0 && (
            <EmailedBefore of={emailed} names={names}>
              {!only_again && (
                <Check checked={sends_again} onChange={setSendsAgain}>
                  Email {plural(emailed.length, 'it', 'them')} again
                </Check>
              )}
            </EmailedBefore>
          )}
          {addressless.map(({ invitation_key: key, to, block }) => (
            <TextInput
              key={key}
              mt={8}
              {...EMAIL_INPUT}
              autoComplete="off"
              label={`Email of ${isolated(names.get(key) ?? '')}`}
              description={
                block === 'invalid_address'
                  ? `${to} is not a valid address`
                  : !typed.get(key)?.trim() && 'It has none: enter one, or it gets no email'
              }
              error={faults.get(key)}
              value={typed.get(key) ?? ''}
              onChange={({ currentTarget }) => setTyped(new Map([...typed, [key, currentTarget.value]]))}
            />
          ))}
          {left_out.length > 0 && (
            <>
              <p>No email goes to:</p>
              <ul>
                {left_out.map(([reason, of]) => (
                  <li key={reason}>
                    {reason}: {of.map(nameIn).join(', ')}
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

/** More addresses would hide what else is asked. */
const MAX_ADDRESSES = 5;

interface EmailedBeforeProps {
  readonly of: readonly JobEmail[];
  readonly names: ReadonlyMap<string, string>;
  readonly children: ReactNode;
}

function EmailedBefore({ of, names, children }: EmailedBeforeProps) {
  const times = of.flatMap(({ email }) => (email === null ? [] : [email.at]));
  const last = times.toSorted().at(-1);
  return (
    <div>
      <p>
        {fleets(of.length)} {plural(of.length, 'was', 'were')} emailed already
        {last !== undefined && (
          <>
            , {of.length > 1 && 'the last one '}
            <Age at={last} ago />
          </>
        )}
        .
      </p>
      {of.length <= MAX_ADDRESSES && (
        <ul>
          {of.map(({ invitation_key: key, to }) => (
            <li key={key}>
              {isolated(names.get(key) ?? '')}: {isolated(to ?? '')}
            </li>
          ))}
        </ul>
      )}
      {children}
    </div>
  );
}
