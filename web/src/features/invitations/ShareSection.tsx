/**
 * Sharing the link: copy it, show it as text and QR code, or send a message. The link is fetched only on request, which is logged, and
 * dropped when hidden.
 */

import { Box, Button, Group, TextInput } from '@mantine/core';
import { type InvitationStage, invitationStage, needsRenewal } from '@waypost/contract/api/invitation-stage';
import { type BoardInvitation, nextAddress, type ShareWrite } from '@waypost/contract/api/invitations';
import { languageOf } from '@waypost/contract/api/message-text';
import type { MessageSettings } from '@waypost/contract/api/messages';
import { useState } from 'react';
import { z } from 'zod';
import { useDisabledReason } from '../../api/context.ts';
import { asProblem } from '../../api/problem.ts';
import { showProblem, useAttempt } from '../../api/show-problem.ts';
import { Age } from '../../live/Age.tsx';
import { useNow } from '../../live/context.ts';
import { type FormDrafts, useFormDrafts } from '../../live/form/draft.ts';
import { useForm } from '../../live/form/form.ts';
import { Outcome } from '../../live/form/parts.tsx';
import { useMessageSettings } from '../../live/invitations.ts';
import { LanguageSelect } from '../../live/MessageLanguageSelect.tsx';
import { isolated } from '../../ui/bidi.ts';
import { CopyButton, GuardedButton } from '../../ui/buttons.tsx';
import { emailText } from '../../ui/email-text.ts';
import { IconCopy, IconQrcode } from '../../ui/icons.ts';
import { type ShortcutHelp, useShortcuts } from '../../ui/keys.ts';
import { LazyBoundary, lazyWithRetry } from '../../ui/lazy-with-retry.tsx';
import { copyWhenResolved } from '../../ui/MonoId.tsx';
import { LongText } from '../../ui/page-frame.tsx';
import { Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { durationText, fullDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { canEmail, EmailPart, useEmails, useMessageText } from './EmailPart.tsx';
import type { FollowUp } from './FollowUpForm.tsx';
import classes from './invitations.module.css';
import { showNotRecorded, useInvitationActions } from './use-invitations.ts';
import { isKnownSent, sharedText } from './words.ts';

const QrCode = lazyWithRetry(() => import('./QrCode.tsx'));

interface Link {
  readonly magic_link: string;
  readonly expires_at: string | null;
  readonly fresh: boolean;
}

const KEYS: ShortcutHelp = [
  [['y'], 'Copy the invitation link'],
  [['m'], 'Message the fleet'],
];

interface ShareSectionProps {
  readonly invitation: BoardInvitation;
  readonly followUp: FollowUp;
}

export function ShareSection(props: ShareSectionProps) {
  const stage = useNow((now) => invitationStage(props.invitation, now));
  if (!needsRenewal(stage)) return <LinkSection {...props} stage={stage} />;
  return (
    <Section title="Link">
      {stage === 'deleted'
        ? 'This invitation was withdrawn. Its link no longer works.'
        : 'The link no longer works. Renew the invitation to get one that does.'}
    </Section>
  );
}

interface LinkSectionProps extends ShareSectionProps {
  readonly stage: InvitationStage;
}

function LinkSection({ invitation, followUp, stage }: LinkSectionProps) {
  const actions = useInvitationActions();
  const disabledReason = useDisabledReason('manage_onboarding');
  const [link, setLink] = useState<Link | null>(null);
  const { busy, attempt } = useAttempt<'copy' | 'show'>();
  const emails = useEmails();
  const marks = useFormDrafts('invitation_shared_with', markDraft);
  const [marking, setMarking] = useState(() => marks.read(invitation.key) !== null);
  const [writing, setWriting] = useState(() => emails.read(invitation.key) !== null);
  const { data: messages } = useMessageSettings();
  const { key } = invitation;
  /** A later message of sharing takes the place of one whose undo no longer fits; that of a follow-up stays. */
  const about = `sharing ${key}`;
  /** @param last whether this completes the step, so that the next follow-up is offered */
  const share = async (how: ShareWrite['how'], to: string | null, last: boolean) => {
    try {
      const after = await actions.share(key, how, to);
      if (last) followUp.done({ invitation: after, undo: () => actions.unshare(key, after.shared_at) });
      return after.shared_at;
    } catch (error) {
      showNotRecorded(error);
      return null;
    }
  };
  const unshare = (shared_at: string | null) =>
    actions.unshare(key, shared_at).catch((error: unknown) => showProblem('Not changed', asProblem(error)));
  const unmark = async () => {
    const after = await unshare(invitation.shared_at);
    if (!after) return;
    followUp.done({ invitation: after });
    toast({ about, title: 'Marked as not shared' });
  };
  const copy = async () => {
    const request = actions.link(key);
    const work = async () => {
      const copied = await copyWhenResolved(request.then(({ magic_link }) => magic_link));
      if (copied) {
        const shared_at = await share('copied', null, true);
        toast({
          about,
          title: 'Link copied',
          ...(shared_at !== null && {
            text: 'Recorded as copied, not as sent. Anyone with this link can accept for the fleet.',
            action: { label: 'Undo', run: () => void unshare(shared_at) },
          }),
        });
      }
      // Shows the link so that it can be copied by hand.
      else setLink(await request);
    };
    await attempt('Link not copied', work, 'copy');
  };
  const show = () => attempt('Link not available', async () => setLink(await actions.link(key)), 'show');
  const write = () => {
    if (messages && canEmail(messages, invitation.email)) setWriting(true);
    else void show();
  };
  const is_sent = isKnownSent(invitation);
  const shareable = disabledReason === null && !busy && stage !== 'accepted';
  useShortcuts({ y: () => shareable && void copy(), m: () => shareable && write() }, KEYS);
  return (
    <Section title="Link">
      <Countdown invitation={invitation} />
      <SharedLine invitation={invitation} />
      <div className={`${shared.wrapped} ${classes.actions}`}>
        <GuardedButton
          variant={stage === 'not_shared' ? 'filled' : 'default'}
          disabledReason={disabledReason}
          loading={busy === 'copy'}
          aria-keyshortcuts="y"
          icon={IconCopy}
          onClick={() => void copy()}
        >
          Copy link
        </GuardedButton>
        <GuardedButton
          disabledReason={disabledReason}
          loading={busy === 'show'}
          aria-expanded={link !== null}
          icon={IconQrcode}
          onClick={() => (link === null ? void show() : setLink(null))}
        >
          Link, QR code and message
        </GuardedButton>
        {stage !== 'accepted' && (
          <GuardedButton
            disabledReason={disabledReason}
            // Wide enough for both words: what stands beside it stays.
            miw={152}
            aria-expanded={is_sent ? undefined : marking}
            onClick={() => (is_sent ? void unmark() : setMarking(true))}
          >
            {is_sent ? 'Mark as not shared' : 'Mark as shared…'}
          </GuardedButton>
        )}
        {messages && stage !== 'accepted' && (
          <EmailPart
            invitation={invitation}
            settings={messages}
            drafts={emails}
            writing={writing}
            onWriting={setWriting}
            onSent={(after) => followUp.done({ invitation: after })}
          />
        )}
      </div>
      {marking && (
        <MarkShared
          drafts={marks}
          invitation_key={key}
          suggested={emailText(nextAddress(invitation) ?? '')}
          onMark={async (to) => {
            const after = await actions.share(key, 'marked', to);
            followUp.done({ invitation: after, undo: () => actions.unshare(key, after.shared_at) });
            toast({
              about,
              title: 'Marked as shared',
              action: { label: 'Undo', run: () => void unshare(after.shared_at) },
            });
          }}
          onClose={() => setMarking(false)}
        />
      )}
      <p className={shared.noteBelow}>
        {invitation.link_shown_at === null ? (
          'Nobody here has looked at the link. Looks are logged.'
        ) : (
          <>
            {invitation.link_shown_by_name ? isolated(invitation.link_shown_by_name) : 'Somebody here'} last
            looked at the link <Age at={invitation.link_shown_at} ago />. Looks are logged.
          </>
        )}
      </p>
      {link && (
        <LinkDetails
          invitation={invitation}
          link={link}
          settings={messages}
          onShare={(how, to = null) => void share(how, to, how === 'mail_app')}
        />
      )}
    </Section>
  );
}

/** How the link was shared since the last renewal, by whom and with whom. */
function SharedLine({ invitation }: Pick<ShareSectionProps, 'invitation'>) {
  const text = useNow((now) => sharedText(invitation, now));
  if (text === null && invitation.status === 'accepted') return null;
  const missing =
    invitation.shares > 0
      ? 'Not shared since it was renewed or marked as not shared.'
      : invitation.created_by_name === null
        ? 'No sharing recorded.'
        : 'Not shared yet: Waypost sent nothing to the fleet.';
  // Who opened or answered it has it.
  const has_arrived = invitation.viewed_at !== null || invitation.status !== 'active';
  const unsent = text !== null && !isKnownSent(invitation) && !has_arrived && '. Not known to be sent.';
  return (
    <p className={`${classes.countdown} ${shared.anywhere}`}>
      {text ?? missing}
      {unsent}
    </p>
  );
}

const markDraft = z.object({ to: z.string() });

interface MarkSharedProps {
  readonly drafts: FormDrafts<z.infer<typeof markDraft>>;
  readonly invitation_key: string;
  readonly suggested: string;
  readonly onMark: (to: string | null) => Promise<void>;
  readonly onClose: () => void;
}

function MarkShared({ drafts, invitation_key, suggested, onMark, onClose }: MarkSharedProps) {
  const form = useForm({
    drafts,
    name: invitation_key,
    initial: { to: suggested },
    check: ({ to }) => ({ body: { to: to.trim() || null }, errors: new Map() }),
    send: ({ to }) => onMark(to),
    onDone: onClose,
  });
  return (
    <form {...form.element}>
      <Group align="flex-end" gap={8} mt={8}>
        <TextInput
          {...form.text('to', 'Shared with (optional)')}
          className={shared.fill}
          placeholder="e.g. ops@mesa.example, or Sam by phone"
          maxLength={200}
          autoFocus
        />
        <Button type="submit" variant="filled" loading={form.busy}>
          Mark as shared
        </Button>
        <Button onClick={form.leave(onClose)}>Cancel</Button>
      </Group>
      <Outcome form={form} what="Not marked as shared" />
    </form>
  );
}

function Countdown({ invitation }: { readonly invitation: BoardInvitation }) {
  const { expires_at } = invitation;
  const is_valid = useNow((now) => expires_at !== null && Date.parse(expires_at) > now);
  const text = useNow((now) =>
    expires_at === null ? '' : durationText(Math.abs(Date.parse(expires_at) - now)),
  );
  const stage = useNow((now) => invitationStage(invitation, now));
  const words = () => {
    if (expires_at === null) return 'Expiry unknown.';
    if (stage === 'accepted')
      return 'The fleet has accepted. It can use the link to sign in again if its provider asks for that.';
    const end = fullDateTime(expires_at);
    return is_valid ? (
      <>
        Valid for <strong>{text}</strong>, until {end}
      </>
    ) : (
      <>
        <strong>Expired {text} ago</strong>, {end}. Renew it to reopen it.
      </>
    );
  };
  return <p className={classes.countdown}>{words()}</p>;
}

interface LinkDetailsProps {
  readonly invitation: BoardInvitation;
  readonly link: Link;
  readonly settings: MessageSettings | undefined;
  readonly onShare: (how: ShareWrite['how'], to?: string | null) => void;
}

function LinkDetails({ invitation, link, settings, onShare }: LinkDetailsProps) {
  const [language, setLanguage] = useState(() => languageOf(invitation.fleet_country_code));
  const message = useMessageText(invitation, settings, language, link);
  return (
    <div className={classes.linkDetails}>
      {!link.fresh && (
        <p className={shared.note}>The tracking service is not responding. This is the last known link.</p>
      )}
      <CopyField label="Invitation link" value={link.magic_link} onCopied={() => onShare('copied')} />
      <LazyBoundary fallback={<Box w={200} h={200} role="status" aria-label="Loading the QR code" />}>
        <QrCode text={link.magic_link} name={invitation.fleet_ref ?? 'invitation'} />
      </LazyBoundary>
      <Box component="h4" mt={8} mb={0}>
        Message
      </Box>
      <LanguageSelect value={language} onChange={setLanguage} />
      <CopyField label="Subject" value={message.subject} />
      <div className={classes.message} onCopy={() => onShare('copied')}>
        <LongText>{message.text}</LongText>
        <CopyButton aria-label="Copy message" text={message.text} onCopied={() => onShare('copied')} />
      </div>
      <Button
        component="a"
        onClick={() => onShare('mail_app', nextAddress(invitation))}
        href={`mailto:${encodeURIComponent(nextAddress(invitation) ?? '')}?subject=${encodeURIComponent(message.subject)}&body=${encodeURIComponent(message.text.replaceAll('\n', '\r\n'))}`}
      >
        Open in email app
      </Button>
    </div>
  );
}

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  /** Called for the button and for manual copying. */
  readonly onCopied?: () => void;
}

function CopyField({ label, value, onCopied }: CopyFieldProps) {
  return (
    <Group align="flex-end" gap={8} wrap="nowrap" w="100%">
      <TextInput
        label={label}
        value={value}
        readOnly
        className={shared.fill}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onCopy={onCopied}
      />
      <CopyButton aria-label={`Copy ${label.toLowerCase()}`} text={value} onCopied={onCopied} />
    </Group>
  );
}
