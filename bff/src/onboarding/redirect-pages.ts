/**
 * Where a fleet comes back to after its invitation: two plain pages for people without a session. The address only says which invitation
 * it is: what became of it is what is known here, never what the address claims. Of one that is not known, what the address carries is shown,
 * so that both sides can speak of it on the phone.
 */
import { type InvitationStage, invitationStage, isOpen } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import type { CompanyIdentity } from '@waypost/contract/api/session';
import { uuid } from '@waypost/contract/common';
import type { Request, Router } from 'express';
import { escapeHtml, sendPublicPage } from '../http/public-page.ts';

export const ONBOARDING_PATHS = { success: '/onboarding/success', failure: '/onboarding/failure' } as const;
type Which = keyof typeof ONBOARDING_PATHS;

interface Outcome {
  readonly title: string;
  /** Texts as HTML: the names in them are escaped. */
  readonly text: (partner: string, fleet: string) => string;
}

/** Where this server does not know the invitation, or its end has not arrived yet. */
const UNKNOWN: Readonly<Record<Which, Outcome>> = {
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
const UNCONFIRMED: Outcome = {
  title: 'Thank you',
  text: (partner) =>
    `${partner} has no confirmation yet that you accepted. That usually takes less than a minute; you can close this page.`,
};
const KNOWN: Readonly<Partial<Record<InvitationStage, Outcome>>> = {
  accepted: {
    title: 'Thank you',
    text: (partner, fleet) =>
      `You accepted the invitation: ${fleet} shares data with ${partner}. You can close this page.`,
  },
  declined: {
    title: 'Invitation declined',
    text: (partner) =>
      `Nothing is shared. ${partner} can see that you declined. If you change your mind, ask ${partner} for a new link.`,
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

const LONGEST_REF = 100;

interface RedirectPagesOptions {
  /** Whose invitation it was. */
  readonly company: { readonly identity: CompanyIdentity };
  readonly invitations: {
    /** By the tracking service's id; null: not known here. */
    readonly byServiceId: (id: string) => Promise<BoardInvitation | null>;
  };
  readonly now?: () => number;
}

export function mountRedirectPages(
  router: Router,
  { company, invitations, now = Date.now }: RedirectPagesOptions,
): void {
  const pageOf = async (which: Which, { query, originalUrl }: Request) => {
    const { identity } = company;
    const { fleet_ref, invitation_id } = query;
    const id = uuid.safeParse(invitation_id);
    const found = id.success ? await invitations.byServiceId(id.data) : null;
    const stage = found && invitationStage(found, now());
    const waits = which === 'success' && stage !== null && isOpen(stage);
    const outcome = (stage !== null && KNOWN[stage]) || (waits ? UNCONFIRMED : UNKNOWN[which]);
    const partner = identity.name ?? 'your partner';
    const fleet = found?.fleet_name ?? found?.fleet_ref ?? 'your fleet';
    const facts = {
      Fleet: found?.fleet_name ?? null,
      'Your reference': shownRef(found?.fleet_ref ?? fleet_ref),
      Invitation: shownId(invitation_id),
      'Your contact': found?.created_by_name ?? null,
    };
    const rows = Object.entries(facts).flatMap(([name, value]) =>
      value === null ? [] : `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`,
    );
    const text = outcome.text(escapeHtml(partner), escapeHtml(fleet));
    const again = waits ? `<p><a href="${escapeHtml(originalUrl)}">Check again</a></p>` : '';
    const list = rows.length > 0 ? `<dl>${rows.join('')}</dl>` : '';
    const help = `<p class="note">Questions? Reply to the message with the link. This page never asks for a password or payment.</p>`;
    return { company: identity, title: outcome.title, body: `<p>${capital(text)}</p>${again}${list}${help}` };
  };
  for (const which of ['success', 'failure'] as const)
    router.get(ONBOARDING_PATHS[which], async (request, response) =>
      sendPublicPage(response, 200, await pageOf(which, request)),
    );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The beginning of an identifier, and nothing that is none: the whole of it may open something, also to who looks over a shoulder. */
function shownId(given: unknown): string | null {
  return uuid.safeParse(given).success ? `${String(given).slice(0, 8).toLowerCase()}…` : null;
}

/** Only what a reference looks like: one text, short, printable. */
function shownRef(given: unknown): string | null {
  if (typeof given !== 'string') return null;
  // Control and direction characters could make the text say something else than it does.
  const text = given.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
  if (text === '') return null;
  return text.length > LONGEST_REF ? `${[...text].slice(0, LONGEST_REF).join('')}…` : text;
}
