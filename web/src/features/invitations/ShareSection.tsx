/**
 * Giving the link to the fleet: copied, shown as text and QR code, or in a message that is ready to send. It is fetched only when somebody
 * asks for it, which is recorded, and kept only as long as it is shown.
 */

import { Button, TextInput } from '@mantine/core';
import { invitationStage } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { useState } from 'react';
import { useDisabledReason, useSession } from '../../api/context.ts';
import { asProblem } from '../../api/problem.ts';
import { showProblem } from '../../api/tell.ts';
import { Age } from '../../live/Age.tsx';
import { useNow } from '../../live/context.ts';
import { isolated } from '../../ui/bidi.ts';
import { useCopy } from '../../ui/copy.ts';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { IconCheck, IconCopy, IconQrcode } from '../../ui/icons.ts';
import { LongText } from '../../ui/LongText.tsx';
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts';
import { PartBoundary } from '../../ui/PartBoundary.tsx';
import { Section } from '../../ui/Section.tsx';
import { durationText, fullDateTime, personZone } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { copyLater } from './copy-later.ts';
import { messageOf } from './message.ts';
import classes from './ShareSection.module.css';
import { useInvitationActs } from './use-invitations.ts';

const QrCode = lazyWithRetry(() => import('./QrCode.tsx'));

interface Link {
  readonly magic_link: string;
  readonly expires_at: string | null;
  readonly fresh: boolean;
}

export function ShareSection({ invitation }: { readonly invitation: BoardInvitation }) {
  const acts = useInvitationActs();
  const disabledReason = useDisabledReason('manage_onboarding');
  const [link, setLink] = useState<Link | null>(null);
  const [busy, setBusy] = useState<'copy' | 'show' | null>(null);
  const stage = useNow((now) => invitationStage(invitation, now));
  if (stage === 'deleted')
    return <Section title="Link">This invitation was withdrawn. Its link no longer works.</Section>;

  const copy = async () => {
    setBusy('copy');
    const asked = acts.link(invitation.key);
    try {
      const copied = await copyLater(asked.then(({ magic_link }) => magic_link));
      if (copied) toast({ title: 'Link copied', text: 'Anyone with this link can accept for the fleet.' });
      // Not lost: it stands there to be copied by hand.
      else setLink(await asked);
    } catch (error) {
      showProblem('Link not copied', asProblem(error));
    }
    setBusy(null);
  };
  const show = async () => {
    setBusy('show');
    try {
      setLink(await acts.link(invitation.key));
    } catch (error) {
      showProblem('Link not available', asProblem(error));
    }
    setBusy(null);
  };
  return (
    <Section title="Link">
      <Countdown invitation={invitation} />
      <div className={classes.acts}>
        <GuardedButton
          variant="filled"
          disabledReason={disabledReason}
          loading={busy === 'copy'}
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          Copy link
        </GuardedButton>
        {link === null ? (
          <GuardedButton
            disabledReason={disabledReason}
            loading={busy === 'show'}
            leftSection={<IconQrcode size={16} aria-hidden />}
            onClick={() => void show()}
          >
            Show link, QR code and message
          </GuardedButton>
        ) : (
          <Button onClick={() => setLink(null)}>Hide link</Button>
        )}
      </div>
      <p className={classes.note}>
        {invitation.link_shown_at === null ? (
          'Link not viewed yet. Views are logged.'
        ) : (
          <>
            Last viewed <Age at={invitation.link_shown_at} ago />
            {invitation.link_shown_by_name && ` by ${isolated(invitation.link_shown_by_name)}`}. Views are
            logged.
          </>
        )}
      </p>
      {link && <Shown invitation={invitation} link={link} />}
    </Section>
  );
}

function Countdown({ invitation }: { readonly invitation: BoardInvitation }) {
  const { expires_at } = invitation;
  const left = useNow((now) => (expires_at === null ? null : Math.sign(Date.parse(expires_at) - now)));
  const text = useNow((now) =>
    expires_at === null ? '' : durationText(Math.abs(Date.parse(expires_at) - now)),
  );
  const stage = useNow((now) => invitationStage(invitation, now));
  if (expires_at === null) return <p className={classes.countdown}>Expiry unknown.</p>;
  if (stage === 'accepted' || stage === 'declined')
    return <p className={classes.countdown}>The fleet has answered. Renew the invitation to ask again.</p>;
  return (
    <p className={classes.countdown}>
      {left === 1 ? (
        <>
          Valid for <strong>{text}</strong>, until {fullDateTime(expires_at)}
        </>
      ) : (
        <>
          <strong>Expired {text} ago</strong>, {fullDateTime(expires_at)}. Renew it to reopen it.
        </>
      )}
    </p>
  );
}

function Shown({ invitation, link }: { readonly invitation: BoardInvitation; readonly link: Link }) {
  const session = useSession();
  const from_name = session.phase === 'in' ? session.session.user.name : '';
  const message = messageOf({ invitation, ...link, from_name, zone: personZone() });
  return (
    <div className={classes.shown}>
      {!link.fresh && (
        <p className={classes.note}>The tracking service is not responding. This is the last known link.</p>
      )}
      <Copied label="Invitation link" value={link.magic_link} />
      <PartBoundary waiting={<div className={classes.qr} role="status" aria-label="Loading the QR code" />}>
        <QrCode text={link.magic_link} name={invitation.fleet_ref ?? 'invitation'} />
      </PartBoundary>
      <h4 className={classes.title}>Message</h4>
      <Copied label="Subject" value={message.subject} />
      <MessageText text={message.text} />
      <Button
        component="a"
        href={`mailto:${encodeURIComponent(invitation.fleet_email ?? '')}?subject=${encodeURIComponent(message.subject)}&body=${encodeURIComponent(message.text.replaceAll('\n', '\r\n'))}`}
      >
        Open in email app
      </Button>
    </div>
  );
}

function Copied({ label, value }: { readonly label: string; readonly value: string }) {
  const { copied, copy } = useCopy();
  return (
    <div className={classes.line}>
      <TextInput
        label={label}
        value={value}
        readOnly
        className={classes.value}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button
        aria-label={`Copy ${label.toLowerCase()}`}
        leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        onClick={() => copy(value)}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}

function MessageText({ text }: { readonly text: string }) {
  const { copied, copy } = useCopy();
  return (
    <div className={classes.message}>
      <LongText>{text}</LongText>
      <Button
        aria-label="Copy message"
        leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
        onClick={() => copy(text)}
      >
        {copied ? 'Copied' : 'Copy message'}
      </Button>
    </div>
  );
}
