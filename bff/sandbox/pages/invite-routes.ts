/** Serves the magic links of invitations: GET shows the page, POST accepts or declines and redirects. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { API_ROUTES } from '@waypost/contract/api/routes';
import { CSRF_HEADER } from '@waypost/contract/api/session';
import { z } from 'zod';
import { mediaType, readBody } from '../http/body.ts';
import { ServiceError } from '../http/problem.ts';
import { isLoopback } from '../identity/client.ts';
import type { Invitations } from '../invitations/invitations.ts';
import type { Onboarding } from '../invitations/onboarding.ts';
import type { InvitationRecord } from '../invitations/record.ts';
import { allowedProviders } from '../invitations/request.ts';
import { frameHeaders } from './frame.ts';
import { endPage, invitationPage, PARTNER_NAME, REASON_MAX } from './invitation-page.ts';

export const INVITE_PREFIX = '/invite/';
const PATH = /^\/invite\/([\w-]+)(?:\/(accept|decline))?$/;
const FORM = 'application/x-www-form-urlencoded';
const MAX_FORM_BYTES = 16_384;

export interface InviteParts {
  readonly invitations: Invitations;
  readonly onboarding: Onboarding;
  /** Processes changes caused by time before anything is shown. */
  readonly settle: () => void;
  readonly changed: () => void;
}

/** The partner's redirect URL with its query parameters. */
function returnTo(url: string, { id, request }: InvitationRecord): string {
  const to = new URL(url);
  to.searchParams.set('invitation_id', id);
  to.searchParams.set('fleet_ref', request.fleet_ref);
  return to.href;
}

const ENDS = {
  accepted: (partner: string) => [
    'Invitation accepted',
    `Your data is now shared with ${partner}. You can close this page.`,
  ],
  declined: (partner: string) => [
    'Invitation declined',
    `Nothing is shared. ${partner} can see that you declined.`,
  ],
  expired: (partner: string) => [
    'Invitation expired',
    `This link is no longer valid. Ask ${partner} for a new one.`,
  ],
  deleted: (partner: string) => ['Invitation withdrawn', `${partner} has withdrawn this invitation.`],
} as const satisfies Record<string, (partner: string) => readonly [string, string]>;

const publicFacts = z.object({ company: z.object({ name: z.string().trim().min(1) }) });
const PARTNER_TIMEOUT_MS = 1_000;

/**
 * Name of the inviting company. A real service knows it from the customer's account; the sandbox fetches it from the redirect
 * URL's server, on this machine only. Falls back to `PARTNER_NAME`.
 */
async function partnerOf({ request }: InvitationRecord): Promise<string> {
  const back = request.success_redirect_url ?? request.failure_redirect_url;
  if (back === null || !isLoopback(back)) return PARTNER_NAME;
  try {
    const response = await fetch(new URL(API_ROUTES.config.path, back), {
      headers: { [CSRF_HEADER.name]: CSRF_HEADER.value },
      signal: AbortSignal.timeout(PARTNER_TIMEOUT_MS),
    });
    return publicFacts.parse(await response.json()).company.name;
  } catch {
    return PARTNER_NAME;
  }
}

export function createInviteRoutes({ invitations, onboarding, settle, changed }: InviteParts) {
  const send = (
    response: ServerResponse,
    status: number,
    html: string,
    leadsTo: readonly (string | null)[] = [],
  ) => {
    response.writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': Buffer.byteLength(html),
      ...frameHeaders(leadsTo),
    });
    response.end(html);
  };
  const redirect = (response: ServerResponse, location: string) => {
    response.writeHead(303, { Location: location, ...frameHeaders([]) });
    response.end();
  };

  /** Response for an invitation that is no longer open. */
  function end(response: ServerResponse, record: InvitationRecord, partner: string): void {
    const status = invitations.status(record);
    if (status === 'active') throw new Error('the invitation is still open');
    const { success_redirect_url, failure_redirect_url } = record.request;
    const url = status === 'accepted' ? success_redirect_url : failure_redirect_url;
    const [title, text] = ENDS[status](partner);
    if (url !== null) redirect(response, returnTo(url, record));
    else send(response, status === 'expired' || status === 'deleted' ? 410 : 200, endPage(title, text));
  }

  function show(
    response: ServerResponse,
    record: InvitationRecord,
    partner: string,
    wrong: { readonly chosen: string | null; readonly error: string } | null = null,
  ): void {
    const { request, expires_at, secret } = record;
    const html = invitationPage({
      path: INVITE_PREFIX + secret,
      partner,
      request,
      expires_at,
      providers: allowedProviders(request),
      chosen: wrong?.chosen ?? null,
      error: wrong?.error ?? null,
    });
    send(response, wrong ? 422 : 200, html, [request.success_redirect_url, request.failure_redirect_url]);
  }

  async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
    if (mediaType(request) !== FORM) return null;
    try {
      return new URLSearchParams((await readBody(request, MAX_FORM_BYTES)).toString('utf8'));
    } catch (error) {
      if (error instanceof ServiceError) return null;
      throw error;
    }
  }

  async function act(
    request: IncomingMessage,
    response: ServerResponse,
    record: InvitationRecord,
    partner: string,
    action: string,
  ): Promise<void> {
    const form = await readForm(request);
    if (!form) return send(response, 400, endPage("Form can't be read", 'Go back and send it again.'));
    if (invitations.status(record) !== 'active') return end(response, record, partner);
    if (action === 'decline') {
      const reason = (form.get('reason') ?? '').trim().slice(0, REASON_MAX);
      invitations.decline(record, reason === '' ? null : reason);
    } else {
      const chosen = form.get('provider');
      const provider = allowedProviders(record.request).find(({ tsp_slug }) => tsp_slug === chosen);
      if (!provider)
        return show(response, record, partner, {
          chosen,
          error: 'Choose your provider above, then accept. Nothing is shared yet.',
        });
      onboarding.accept(record, provider);
    }
    changed();
    end(response, record, partner);
  }

  /** Handles every request below /invite/. */
  return async function invite(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const [, secret = '', action] = PATH.exec(path) ?? [];
    const record = invitations.bySecret(secret);
    if (!record)
      return send(response, 404, endPage('Invitation not found', 'Check that you copied the whole link.'));
    const partner = await partnerOf(record);
    settle();
    const allowed = action ? 'POST' : 'GET';
    if (request.method !== allowed) {
      response.setHeader('Allow', allowed);
      return send(
        response,
        405,
        endPage('Open the link you received', "This address can't be opened this way."),
      );
    }
    if (action) return act(request, response, record, partner, action);
    if (invitations.status(record) !== 'active') return end(response, record, partner);
    if (invitations.view(record)) changed();
    show(response, record, partner);
  };
}
