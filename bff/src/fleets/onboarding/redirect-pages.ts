/**
 * Landing pages for fleets after an invitation, without a session. The URL only identifies the invitation; the outcome shown is the
 * stored one, never what the URL claims. For an unknown invitation the URL's reference is shown, so that both sides can refer to it on
 * the phone.
 */
import { type InvitationStage, invitationStage, isOpen } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import type { CompanyIdentity } from '@waypost/contract/api/session';
import { uuid } from '@waypost/contract/common';
import type { Request, Router } from 'express';
import { escapeHtml, sendPublicPage } from '../../platform/http/public-page.ts';

export const ONBOARDING_PATHS = { success: '/onboarding/success', failure: '/onboarding/failure' } as const;
type RedirectPage = keyof typeof ONBOARDING_PATHS;

interface Outcome {
  readonly title: string;
  /** Returns HTML; the names in it are escaped. `ask` says how the fleet reaches the partner. */
  readonly text: (partner: string, fleet: string, ask: string) => string;
}

/** For an unknown invitation, or one whose outcome has not arrived yet. */
const UNKNOWN: Readonly<Record<RedirectPage, Outcome>> = {
  success: {
    title: 'Thank you',
    text: (partner) =>
      `If you accepted the invitation, your data is now shared with ${partner}. You can close this page.`,
  },
  failure: {
    title: 'Invitation not accepted',
    text: (partner) =>
      `This invitation was declined, has expired or was withdrawn, so it shares no data. To share data, ask ${partner} for a new link.`,
  },
};
const UNCONFIRMED: typeof UNKNOWN = {
  success: {
    title: 'Thank you',
    text: (partner) =>
      `you finished the steps at the provider. ${partner} waits for the confirmation, which usually takes less than a minute. This page looks again by itself; you can also close it.`,
  },
  // Declined, or something that the service does not name.
  failure: {
    title: 'You did not accept. Nothing is shared.',
    text: (partner, _, ask) =>
      `If you declined, ${partner} is told within a minute. This page looks again by itself; you can also close it. ${byMistake(ask)}`,
  },
};
const KNOWN: Readonly<Partial<Record<InvitationStage, Outcome>>> = {
  accepted: {
    title: 'Thank you',
    text: (partner, fleet) =>
      `You accepted the invitation: ${fleet} shares data with ${partner}. You can close this page.`,
  },
  declined: {
    title: 'You declined. Nothing is shared.',
    text: (partner, _, ask) =>
      `${partner} can see that you declined. You can close this page. ${byMistake(ask)}`,
  },
  expired: {
    title: 'Invitation expired',
    text: (partner) => `Nothing is shared. To share data, ask ${partner} for a new link.`,
  },
  deleted: {
    title: 'Invitation withdrawn',
    text: (partner) => `Nothing is shared: ${partner} has withdrawn this invitation.`,
  },
};

const byMistake = (ask: string): string =>
  `If it was by mistake or you change your mind, ${ask} for a new link.`;

const MAX_REF_LENGTH = 100;
/** While the answer is not confirmed. */
const LOOK_AGAIN_SECONDS = 5;

interface RedirectPagesOptions {
  readonly company: {
    readonly identity: CompanyIdentity;
    readonly settings: { readonly contact: string | null };
  };
  readonly invitations: {
    /** By the tracking service's id; null: unknown here. */
    readonly byServiceId: (id: string) => Promise<BoardInvitation | null>;
  };
  /** Whether a reply to an email reaches somebody, by the email's ID. */
  readonly takesReplies: (email_id: string) => Promise<boolean>;
  readonly now?: () => number;
}

export function mountRedirectPages(
  router: Router,
  { company, invitations, takesReplies, now = Date.now }: RedirectPagesOptions,
): void {
  const pageOf = async (which: RedirectPage, { query, originalUrl }: Request) => {
    const { identity, settings } = company;
    const { fleet_ref, invitation_id } = query;
    const id = uuid.safeParse(invitation_id);
    const found = id.success ? await invitations.byServiceId(id.data) : null;
    const stage = found && invitationStage(found, now());
    const isPending = stage !== null && isOpen(stage);
    const outcome = (stage !== null && KNOWN[stage]) || (isPending ? UNCONFIRMED : UNKNOWN)[which];
    const partner = identity.name ?? 'your partner';
    const fleet = found?.fleet_name ?? found?.fleet_ref ?? 'your fleet';
    const facts = {
      Fleet: found?.fleet_name ?? null,
      'Your reference': displayRef(found?.fleet_ref ?? fleet_ref),
      'Your contact':
        [found?.created_by_name, settings.contact].filter((part) => part != null).join(', ') || null,
    };
    const rows = Object.entries(facts).flatMap(([name, value]) =>
      value === null ? [] : `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`,
    );
    // A person who sent the link by hand has an address; an email of ours may have none for replies.
    const isReplyRead =
      found?.shared_how !== 'emailed' || found.email === null || (await takesReplies(found.email.id));
    const asked = escapeHtml(partner);
    const ask = isReplyRead ? `reply to the message that had the link and ask ${asked}` : `ask ${asked}`;
    const text = outcome.text(asked, escapeHtml(fleet), ask);
    const retryLink = isPending ? `<p><a href="${escapeHtml(originalUrl)}">Check again</a></p>` : '';
    const list = rows.length > 0 ? `<dl>${rows.join('')}</dl>` : '';
    const questions = isReplyRead ? 'Reply to the message with the link' : `Ask ${asked}`;
    const help = `<p class="note">Questions? ${questions}. This page never asks for a password or payment.</p>`;
    return {
      company: identity,
      title: outcome.title,
      body: `<p>${capital(text)}</p>${retryLink}${list}${help}`,
      refresh_seconds: isPending ? LOOK_AGAIN_SECONDS : null,
    };
  };
  for (const which of ['success', 'failure'] as const)
    router.get(ONBOARDING_PATHS[which], async (request, response) =>
      sendPublicPage(response, 200, await pageOf(which, request)),
    );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Accepts only a short printable text. */
function displayRef(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  // Control and bidirectional characters could change the meaning of the text.
  const text = given.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
  if (text === '') return null;
  return text.length > MAX_REF_LENGTH ? `${[...text].slice(0, MAX_REF_LENGTH).join('')}…` : text;
}
