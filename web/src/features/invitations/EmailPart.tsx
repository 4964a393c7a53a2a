import { Button, Group, TextInput } from '@mantine/core';
import { type BoardInvitation, type InvitationEmail, nextAddress } from '@waypost/contract/api/invitations';
import {
  fleetZone,
  languageOf,
  MESSAGE_LANGUAGES,
  type MessageLanguage,
  messageOf,
} from '@waypost/contract/api/message-text';
import { emailAddress, type MessageSettings } from '@waypost/contract/api/messages';
import { asciiDomain } from '@waypost/contract/email-address';
import { z } from 'zod';
import { useConfig, useDisabledReason, useSession } from '../../api/context.ts';
import { asProblem } from '../../api/problem.ts';
import { showProblem } from '../../api/show-problem.ts';
import { useFormDrafts } from '../../live/form/draft.ts';
import { checkWith, useForm } from '../../live/form/form.ts';
import { Outcome } from '../../live/form/parts.tsx';
import { emailBlock, templateOf } from '../../live/invitations.ts';
import { LanguageSelect } from '../../live/MessageLanguageSelect.tsx';
import { RepliesTo } from '../../live/RepliesTo.tsx';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { EMAIL_INPUT } from '../../ui/email-input.ts';
import { emailText } from '../../ui/email-text.ts';
import { IconMail } from '../../ui/icons.ts';
import { LongText } from '../../ui/page-frame.tsx';
import shared from '../../ui/shared.module.css';
import { personZone } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import classes from './invitations.module.css';
import { useUnsubscribed } from './opt-outs.ts';
import { useInvitationActions } from './use-invitations.ts';
import { unsubscribedText } from './words.ts';

interface EmailPartProps {
  readonly invitation: BoardInvitation;
  readonly settings: MessageSettings;
  readonly drafts: ReturnType<typeof useEmails>;
  readonly writing: boolean;
  readonly onWriting: (writing: boolean) => void;
  /** Called once the server has accepted the email for sending. */
  readonly onSent: (after: BoardInvitation) => void;
}

export const canEmail = (settings: MessageSettings, email: InvitationEmail | null): boolean =>
  settings.email_from !== null && emailBlock(settings) === null && !isPending(email);

/** Pending or unresolved; no other email can be sent until the outcome is known. */
const isPending = (email: InvitationEmail | null) =>
  email !== null && ['waiting', 'sending', 'unknown'].includes(email.state);

/** Renders nothing when the server cannot send emails. */
export function EmailPart(props: EmailPartProps) {
  const { invitation, settings, drafts, writing, onWriting, onSent } = props;
  const disabledReason = useDisabledReason('manage_onboarding');
  const { email } = invitation;
  if (settings.email_from === null) return null;
  return (
    <>
      {writing ? (
        <EmailForm
          invitation={invitation}
          settings={settings}
          drafts={drafts}
          onSent={onSent}
          onClose={() => onWriting(false)}
        />
      ) : (
        !isPending(email) && (
          <GuardedButton
            disabledReason={disabledReason ?? emailBlock(settings)}
            icon={IconMail}
            onClick={() => onWriting(true)}
          >
            {email === null ? 'Email invitation…' : 'Email again…'}
          </GuardedButton>
        )
      )}
      {email && <EmailState invitation={invitation} email={email} />}
    </>
  );
}

interface EmailStateProps extends Pick<EmailPartProps, 'invitation'> {
  readonly email: InvitationEmail;
}

function EmailState({ invitation: { key }, email }: EmailStateProps) {
  const disabledReason = useDisabledReason('manage_onboarding');
  const actions = useInvitationActions();
  const { state, message } = email;
  const to = isolated(emailText(email.to));
  const why = message === null ? '' : ` ${message.replace(/\.?$/, '.')}`;
  if (state === 'sent') return null;
  if (state === 'cancelled' || state === 'failed')
    return (
      <p className={classes.countdown} role="status">
        <strong>Not emailed to {to}.</strong>
        {why}
      </p>
    );
  const actionButton = (word: string, work: () => Promise<unknown>, failure_title: string) => (
    <GuardedButton
      size="compact-xs"
      disabledReason={disabledReason}
      onClick={() => work().catch((error: unknown) => showProblem(failure_title, asProblem(error)))}
    >
      {word}
    </GuardedButton>
  );
  return (
    <Group gap="4px 8px" mb={8} className={shared.anywhere} role="status">
      {state === 'unknown' ? (
        <>
          <span>
            <strong>We can't tell whether the email to {to} was sent.</strong>
            {why} Ask the fleet, or check the mail server, before you send it again.
          </span>
          {actionButton('Mark as sent', () => actions.resolveEmail(key, 'sent'), 'Not changed')}
          {actionButton('Send again', () => actions.resolveEmail(key, 'send_again'), 'Not sent again')}
        </>
      ) : (
        <>
          <span>
            Email to {to} is waiting to be sent.{why}
          </span>
          {actionButton('Cancel email', () => actions.cancelEmail(key), 'Not cancelled')}
        </>
      )}
    </Group>
  );
}

interface EmailFormProps extends Pick<EmailPartProps, 'invitation' | 'settings' | 'drafts' | 'onSent'> {
  readonly onClose: () => void;
}

const emailDraft = z.object({ to: z.string(), language: z.enum(MESSAGE_LANGUAGES) });
/** Unsent emails by invitation. */
export const useEmails = () => useFormDrafts('invitation_email', emailDraft);

function EmailForm({ invitation, settings, drafts, onSent, onClose }: EmailFormProps) {
  const actions = useInvitationActions();
  const zone = fleetZone(invitation.fleet_country_code, personZone());
  const form = useForm({
    drafts,
    name: invitation.key,
    initial: () => ({
      to: emailText(nextAddress(invitation) ?? ''),
      language: languageOf(invitation.fleet_country_code),
    }),
    check: ({ to, language }) => {
      const { body, errors } = checkWith(emailAddress, to, () => 'to' as const);
      return { body: body === null ? null : { to: body, language }, errors };
    },
    // The same ID in each attempt, so that several clicks send one email.
    send: async (body, { intent_id: id }) => {
      const after = await actions.email(invitation.key, { ...body, id, zone });
      return { after, to: body.to };
    },
    onDone: ({ after, to }) => {
      toast({ title: `Sending email to ${isolated(emailText(to))}` });
      onClose();
      onSent(after);
    },
  });
  const { language } = form.values;
  const preview = useMessageText(invitation, settings, language, {
    magic_link: '(the invitation link)',
    expires_at: invitation.expires_at,
  });
  const error = form.errors.get('to');
  const unsubscribed = useUnsubscribed([asciiDomain(form.values.to.trim())]);
  const has_logo = !!useConfig()?.company.logo_url;
  return (
    <form {...form.element} className={classes.linkDetails} aria-label="Email invitation">
      <TextInput
        {...form.text('to', 'To')}
        w="100%"
        {...EMAIL_INPUT}
        autoFocus
        autoComplete="off"
        error={
          unsubscribed !== null
            ? unsubscribedText(unsubscribed)
            : error && `${form.sending.phase === 'refused' ? 'This address' : 'Email'} ${error}`
        }
      />
      <LanguageSelect value={language} onChange={(chosen) => form.set({ language: chosen })} />
      <p className={shared.note}>
        From {settings.email_from}. It includes {has_logo && 'your logo and '}an unsubscribe link.
      </p>
      <p className={shared.note}>
        <RepliesTo settings={settings} />
      </p>
      <div className={classes.message}>
        <p className={`${shared.strongText} ${shared.anywhere}`}>{preview.subject}</p>
        <LongText>{preview.text}</LongText>
      </div>
      <Outcome form={form} what="Not sent" />
      <div className={shared.wrapped}>
        <GuardedButton
          type="submit"
          variant="filled"
          loading={form.busy}
          disabledReason={unsubscribed === null ? null : 'This address has unsubscribed'}
        >
          Send email
        </GuardedButton>
        <Button onClick={form.leave(onClose)}>Cancel</Button>
      </div>
    </form>
  );
}

export function useMessageText(
  invitation: BoardInvitation,
  settings: MessageSettings | undefined,
  language: MessageLanguage,
  link: { readonly magic_link: string; readonly expires_at: string | null },
) {
  const session = useSession();
  return messageOf(templateOf(settings, language), {
    invitation,
    link: link.magic_link,
    expires_at: link.expires_at,
    sender: session.phase === 'in' ? session.session.user.name : '',
    company: settings?.company ?? null,
    language,
    zone: fleetZone(invitation.fleet_country_code, personZone()),
  });
}
