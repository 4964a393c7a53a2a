/** An email with the link, sent by the server: the form, and what became of the last one. */
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import type { BoardInvitation, InvitationEmail } from '@waypost/contract/api/invitations';
import {
  LANGUAGE_NAMES,
  languageOf,
  MESSAGE_LANGUAGES,
  type MessageLanguage,
  messageOf,
} from '@waypost/contract/api/message-text';
import { emailAddress, type MessageSettings } from '@waypost/contract/api/messages';
import { useState } from 'react';
import { useSession } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem, type Problem } from '../../api/problem.ts';
import { showProblem } from '../../api/show-problem.ts';
import { emailBlock, templateOf } from '../../live/invitations.ts';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { IconMail } from '../../ui/icons.ts';
import { LongText } from '../../ui/page-frame.tsx';
import shared from '../../ui/shared.module.css';
import { personZone } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import classes from './invitations.module.css';
import { useInvitationActs } from './use-invitations.ts';

interface EmailPartProps {
  readonly invitation: BoardInvitation;
  readonly settings: MessageSettings;
  readonly disabledReason: string | null;
  readonly writing: boolean;
  readonly onWriting: (writing: boolean) => void;
  /** It is written down to be sent. */
  readonly onSent: (after: BoardInvitation) => void;
}

/** Whether an email can be written now. */
export const canEmail = (settings: MessageSettings, email: InvitationEmail | null): boolean =>
  settings.email_from !== null && emailBlock(settings) === null && !isOpen(email);

/** Those whose end is open: another email waits until it is known. */
const isOpen = (email: InvitationEmail | null) =>
  email !== null && ['waiting', 'sending', 'unknown'].includes(email.state);

/** Nothing where the server sends no emails. */
export function EmailPart(props: EmailPartProps) {
  const { invitation, settings, disabledReason, writing, onWriting, onSent } = props;
  const { email } = invitation;
  if (settings.email_from === null) return null;
  return (
    <>
      {email && <EmailState invitation={invitation} email={email} disabledReason={disabledReason} />}
      {writing ? (
        <EmailForm
          invitation={invitation}
          settings={settings}
          onSent={onSent}
          onClose={() => onWriting(false)}
        />
      ) : (
        !isOpen(email) && (
          <GuardedButton
            disabledReason={disabledReason ?? emailBlock(settings)}
            leftSection={<IconMail size={16} aria-hidden />}
            onClick={() => onWriting(true)}
          >
            {email === null ? 'Email invitation…' : 'Email again…'}
          </GuardedButton>
        )
      )}
    </>
  );
}

interface EmailStateProps extends Pick<EmailPartProps, 'invitation' | 'disabledReason'> {
  readonly email: InvitationEmail;
}

/** What is known of the email, and no more. One that was sent is shown as shared. */
function EmailState({ invitation: { key }, email, disabledReason }: EmailStateProps) {
  const acts = useInvitationActs();
  const { state, message } = email;
  const to = isolated(email.to);
  const why = message === null ? '' : ` ${message.replace(/\.?$/, '.')}`;
  if (state === 'sent') return null;
  if (state === 'cancelled' || state === 'failed')
    return (
      <p className={classes.countdown} role="status">
        <strong>Not emailed to {to}.</strong>
        {why}
      </p>
    );
  const act = (word: string, work: () => Promise<unknown>, failure_title: string) => (
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
          {act('Mark as sent', () => acts.resolveEmail(key, 'sent'), 'Not changed')}
          {act('Send again', () => acts.resolveEmail(key, 'send_again'), 'Not sent again')}
        </>
      ) : (
        <>
          <span>
            Email to {to} is waiting to be sent.{why}
          </span>
          {act('Cancel email', () => acts.cancelEmail(key), 'Not cancelled')}
        </>
      )}
    </Group>
  );
}

interface EmailFormProps extends Pick<EmailPartProps, 'invitation' | 'settings' | 'onSent'> {
  readonly onClose: () => void;
}

function EmailForm({ invitation, settings, onSent, onClose }: EmailFormProps) {
  const acts = useInvitationActs();
  const [to, setTo] = useState(invitation.fleet_email ?? '');
  const [language, setLanguage] = useState(() => languageOf(invitation.fleet_country_code));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<{ readonly problem: Problem; readonly to: string } | null>(null);
  /** The same for every try: however often it is pressed, it is one email. */
  const [id, setId] = useState(() => crypto.randomUUID());
  const checked = emailAddress.safeParse(to);
  const wrong = checked.success ? null : `Email ${checked.error.issues[0]?.message ?? 'is not valid'}`;
  const atField = refused && refused.to === to ? fieldMessage(refused.problem) : null;
  const zone = personZone();
  const preview = useMessageText(invitation, settings, language, {
    magic_link: '(the invitation link)',
    expires_at: invitation.expires_at,
  });
  const send = async () => {
    setTried(true);
    if (!checked.success) return;
    setBusy(true);
    try {
      const after = await acts.email(invitation.key, { id, to: checked.data, language, zone });
      toast({ title: `Sending email to ${isolated(checked.data)}` });
      onClose();
      onSent(after);
    } catch (error) {
      const problem = asProblem(error);
      setRefused({ problem, to });
      // What was refused was not written down: another try is another email.
      if (problem.code >= 400 && problem.code < 500) setId(crypto.randomUUID());
      setBusy(false);
    }
  };
  return (
    <form
      className={classes.shown}
      aria-label="Email invitation"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <TextInput
        w="100%"
        label="To"
        type="email"
        autoFocus
        autoComplete="off"
        value={to}
        error={atField ?? (tried ? wrong : null)}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
      />
      <LanguageField value={language} onChange={setLanguage} />
      <p className={shared.note}>
        From {settings.email_from}. It includes your logo and an unsubscribe link.
      </p>
      <div className={classes.message}>
        <p className={`${shared.strongText} ${shared.anywhere}`}>{preview.subject}</p>
        <LongText>{preview.text}</LongText>
      </div>
      {refused && atField === null && refused.to === to && <ProblemState problem={refused.problem} small />}
      <div className={shared.wrapped}>
        <Button type="submit" variant="filled" loading={busy}>
          Send email
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}

/** What the server says of the address; null: it is about something else. */
function fieldMessage({ detail }: Problem): string | null {
  const issue = Array.isArray(detail) ? detail.find(({ path }) => path === 'body.to') : undefined;
  return issue ? `This address ${issue.message}` : null;
}

/** @param link where it leads, and until when */
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
    zone: personZone(),
  });
}

interface LanguageFieldProps {
  readonly value: MessageLanguage;
  readonly onChange: (language: MessageLanguage) => void;
}

export function LanguageField({ value, onChange }: LanguageFieldProps) {
  return (
    <NativeSelect
      label="Language"
      value={value}
      data={MESSAGE_LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value as MessageLanguage)}
    />
  );
}
