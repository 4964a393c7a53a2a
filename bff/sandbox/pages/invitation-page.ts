/** The page of a magic link: what the fleet would grant and to whom, and the choice of provider; accept or decline. */
import { fleetZone } from '@waypost/contract/api/message-text';
import type { Provider } from '../connections/providers.ts';
import type { InvitationRequest } from '../invitations/record.ts';
import { scopesOf } from '../invitations/record.ts';
import { frame } from './frame.ts';
import { describeGrant } from './grant.ts';
import { escapeHtml } from './html.ts';

/** Used when the partner's name is unknown. */
export const PARTNER_NAME = 'Waypost';
export const REASON_MAX = 500;

const SIMULATED =
  '<p class="hint">This is a sandbox with simulated data. No provider is contacted, and none of your trucks are shared.</p>';

/** Helps the fleet recognize that this is not phishing, and whom to ask. */
const CONTACT_HINT =
  '<p class="reached">Questions, or not expecting this? Ask the person who invited you. This page never asks for a password or payment.</p>';

/** For fleets of unknown countries, and of countries with several zones. */
const USUAL_ZONE = 'America/Chicago';

/** `Sun, Nov 29, 2026, 6:28 PM CST`: in the fleet's zone. */
function deadlineText(expires_at: number, country_code: string | null): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: fleetZone(country_code, USUAL_ZONE),
    timeZoneName: 'short',
  }).format(expires_at);
}

function list(title: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `<h2>${escapeHtml(title)}</h2><ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
}

export interface InvitationPage {
  /** Path of the link; forms post below it. */
  readonly path: string;
  /** Name of the inviting company. */
  readonly partner: string;
  readonly request: InvitationRequest;
  readonly expires_at: number;
  readonly providers: readonly Provider[];
  /** Selected slug, kept after an error. */
  readonly chosen: string | null;
  readonly error: string | null;
}

export function invitationPage({
  path,
  partner: name,
  request,
  expires_at,
  providers,
  chosen,
  error,
}: InvitationPage): string {
  const partner = escapeHtml(name);
  const fleet = escapeHtml(request.fleet_name ?? request.fleet_ref);
  const { see, change } = describeGrant(scopesOf(request));
  // Checked by the server: a browser's own message would cover the choices.
  const choose = error
    ? `<p class="wrong" role="alert" id="choose">${escapeHtml(error)}</p>`
    : '<p class="choose" id="choose">Choose your provider above to accept.</p>';
  const radios = providers
    .map(
      (
        { tsp_slug, source_name },
        n,
      ) => `<label class="choice"><input type="radio" name="provider"${error && n === 0 ? ' autofocus' : ''}
 value="${escapeHtml(tsp_slug)}"${chosen === tsp_slug ? ' checked' : ''}> ${escapeHtml(source_name)}</label>`,
    )
    .join('\n');
  const accept =
    providers.length === 0
      ? `<p>This invitation allows none of the available providers, so it can't be accepted. Ask ${partner} for a new link.</p>`
      : `<form method="post" action="${escapeHtml(path)}/accept">
<fieldset aria-describedby="choose"><legend>Your telematics provider</legend>
${radios}
</fieldset>
${choose}
<button type="submit">Accept and share</button>
</form>`;
  const facts = {
    'Requested by': name,
    'Your fleet': request.fleet_name ?? request.fleet_ref,
    'Their reference for you': request.fleet_name === null ? null : request.fleet_ref,
    'Respond by': deadlineText(expires_at, request.fleet_country_code),
  };
  const rows = Object.entries(facts).flatMap(([name, value]) =>
    value === null ? [] : `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  return frame(
    `Share data with ${name}`,
    `<h1>${partner} asks ${fleet} to share data</h1>
<p>Nothing is shared until you accept. You can stop sharing at any time, through your provider or through ${partner}.</p>
<dl>${rows.join('')}</dl>
${list(`${name} will be able to see`, see)}
${list(`${name} will be able to see and change`, change)}
${see.length + change.length === 0 ? '<p>No data is requested.</p>' : ''}
${accept}
<details><summary>Decline</summary>
<form method="post" action="${escapeHtml(path)}/decline">
<label for="reason">Reason (optional). ${partner} will see it.</label>
<textarea id="reason" name="reason" maxlength="${REASON_MAX}"></textarea>
<button type="submit" class="quiet">Decline invitation</button>
</form></details>
${CONTACT_HINT}
${SIMULATED}`,
  );
}

/** Final page when the invitation has no redirect URL. */
export function endPage(title: string, text: string): string {
  return frame(title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${CONTACT_HINT}${SIMULATED}`);
}
