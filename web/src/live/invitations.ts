/**
 * Texts and queries for invitations that several pages share: field labels, permissions, effects of a renewal, message templates.
 */
import type { InvitationStage, RefreshChange } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation, OnboardingSources } from '@waypost/contract/api/invitations';
import { MESSAGE_ROUTES } from '@waypost/contract/api/message-routes';
import {
  DEFAULT_TEMPLATES,
  type MessageLanguage,
  type MessageTemplate,
} from '@waypost/contract/api/message-text';
import type { MessageSettings } from '@waypost/contract/api/messages';
import { RESOURCE_NAMES } from '@waypost/contract/resources';
import { queryKeys } from '../api/query-keys.ts';
import { useRead } from '../api/server-state.ts';
import { fullDateTime } from '../ui/time.ts';

export { STAGE_LABELS } from '@waypost/contract/api/invitation-stage';

export const FIELD_LABEL = {
  fleet_ref: 'Fleet reference',
  fleet_name: 'Fleet name',
  fleet_email: 'Email',
  fleet_regulatory_id: 'Regulatory ID',
  fleet_regulatory_id_type: 'ID type',
  fleet_phone: 'Phone',
  fleet_website: 'Website',
  fleet_country_code: 'Country',
  success_redirect_url: 'After success',
  failure_redirect_url: 'After failure',
  callback_url: 'Callback URL',
  permissions: 'Permissions',
  tsps: 'Providers',
  expires_in_hours: 'Valid for',
} as const;

export const resourceWords = (name: string) => name.replaceAll('_', ' ');

type Permissions = BoardInvitation['permissions'];

/** `Read vehicle, vehicle location`; `Read 12 resources, read and write 2`. */
export function permissionsText(permissions: Permissions): string {
  if (permissions === null || permissions === undefined) return 'Read everything';
  const read = namesAt(permissions, 'read');
  const write = namesAt(permissions, 'read_write');
  const other = Object.keys(permissions).length - read.length - write.length;
  if (Object.keys(permissions).length === 0) return 'Nothing';
  // The service returns the default as every resource with its level.
  if (read.length >= RESOURCE_NAMES.length) return 'Read everything';
  if (read.length + write.length >= RESOURCE_NAMES.length && write.length > 0)
    return `Read everything, write ${listed(write)}`;
  return [
    read.length > 0 && `read ${listed(read)}`,
    write.length > 0 && `read and write ${listed(write)}`,
    other > 0 && `${other} more`,
  ]
    .filter((part) => part)
    .join(', ')
    .replace(/^./, (letter) => letter.toUpperCase());
}

export const namesAt = (permissions: NonNullable<Permissions>, level: string) =>
  Object.keys(permissions).filter((name) => permissions[name] === level);

const MAX_NAMES = 3;
const listed = (names: readonly string[]) =>
  names.length > MAX_NAMES ? `${names.length} resources` : names.map(resourceWords).join(', ');

interface ChangeWords {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly note: string | null;
}

const NAMES: Readonly<Record<string, string>> = {
  expires_at: 'Valid until',
  limit_tsps: 'Only these providers',
  exclude_tsps: 'Excluded providers',
};

export function changeWords({ field, before, after, effect }: RefreshChange): ChangeWords {
  const name = NAMES[field] ?? (FIELD_LABEL as Readonly<Record<string, string>>)[field] ?? field;
  const [old_text, new_text] = [valueText(field, before), valueText(field, after)];
  if (effect === 'set') return { name, before: old_text, after: new_text ?? 'none', note: null };
  if (effect === 'cleared') return { name, before: old_text, after: 'none', note: null };
  return { name, before: null, after: old_text, note: UNTOUCHED[effect] };
}

const UNTOUCHED = {
  kept: 'unchanged',
  left_out: 'not included; the tracking service may keep or remove it',
} as const;

function valueText(field: string, value: unknown): string | null {
  if (value === null || value === undefined) return field === 'permissions' ? 'Read everything' : null;
  if (field === 'expires_at') return fullDateTime(String(value));
  if (field === 'permissions') return permissionsText(value as Record<string, string>);
  if (Array.isArray(value)) return value.map((item) => resourceWords(String(item))).join(', ');
  return String(value);
}

export const REFRESH_MEANS: Readonly<Record<InvitationStage, string>> = {
  not_shared: 'It is renewed: same invitation, new expiry.',
  shared: 'It is renewed: same invitation, new expiry.',
  viewed: 'It is renewed: same invitation, new expiry.',
  accepted:
    "The fleet accepted it. We don't know what renewing an accepted invitation does; its agreement does not change.",
  declined: 'The fleet declined it. Renewing reopens it.',
  expired: 'It expired. Renewing reopens it.',
  deleted: 'It was withdrawn. A new one is created.',
  other: 'Unknown status.',
};

/** Message templates and whether the server sends emails; used where links are shared and where templates are edited. */
export const useMessageSettings = () =>
  useRead(MESSAGE_ROUTES.messageSettings, queryKeys.messageSettings(), { staleTime: 30_000 });

export function templateOf(
  settings: MessageSettings | undefined,
  language: MessageLanguage,
): MessageTemplate {
  return settings?.items.find((template) => template.language === language) ?? DEFAULT_TEMPLATES[language];
}

/** Why the server cannot send emails now; null when it can. */
export function emailBlock({ company }: MessageSettings): string | null {
  return company === null
    ? 'Emails need the company name, so that the fleet sees who is asking. An administrator can set it in Settings.'
    : null;
}

const EVENTS: Readonly<Record<OnboardingSources['events'], string>> = {
  active: 'Live updates from the tracking service',
  pending: 'Setting up live updates',
  by_hand: 'Live updates start once an administrator registers our address',
  none: 'No live updates yet',
};

/** The sources of a list that the service sends events about. Events and checks are both optional (assumed). */
export function sourcesText({ events, reads, read_problem }: OnboardingSources): string {
  if (read_problem !== null) return `${EVENTS[events]}; last check failed: ${read_problem}`;
  if (reads === 'no') return `${EVENTS[events]}; no checks available`;
  return EVENTS[events];
}

type Sources = Pick<OnboardingSources, 'events' | 'last_read_at'>;

/** Age of a list of the service, ms: with live events that of our answer, otherwise that of the last check at the service. */
export const knownSince = (sources: Sources | undefined, answered_at: number): number =>
  sources === undefined || sources.events === 'active' || sources.last_read_at === null
    ? answered_at
    : Date.parse(sources.last_read_at);
