/**
 * The form of an invitation as it stands: texts as they were typed, choices as they were made. `checkDraft` makes the body of it by
 * the contract's own schema, so that page, server and service refuse the same. Pairs that exclude each other are one choice here.
 */
import { sameValue } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { LEAST_PERMISSIONS } from '@waypost/contract/api/least-permissions';
import {
  FLEET_FIELDS,
  INVITATION_HOURS,
  type InvitationCreate,
  invitationCreate,
} from '@waypost/contract/invitations';
import {
  PERMISSION_LEVELS,
  type PermissionLevel,
  RESOURCE_NAMES,
  type ResourceName,
} from '@waypost/contract/resources';
import { z } from 'zod';
import { sendable, useSendableDraft } from '../../live/sending.ts';

export type TextField = (typeof FLEET_FIELDS)[number];

const ADDRESS_FIELDS = ['success_redirect_url', 'failure_redirect_url', 'callback_url'] as const;
export type AddressField = (typeof ADDRESS_FIELDS)[number];

/** `usual`: left out, our server puts in ours; `none`: null is sent. */
const ADDRESS_MODES = ['usual', 'none', 'own'] as const;
export type AddressMode = (typeof ADDRESS_MODES)[number];

/** `least`: vehicle and vehicle_location, read; `full`: left out, which asks for read on everything; `write`: that and write on some. */
const PRESETS = ['least', 'full', 'write', 'custom'] as const;
export type Preset = (typeof PRESETS)[number];
export type Levels = Readonly<Partial<Record<ResourceName, PermissionLevel>>>;

/** `left_out`: no restriction, or on refresh the one that is there; `clear`: an empty list, which takes it away. */
const TSP_MODES = ['left_out', 'clear', 'limit', 'exclude'] as const;
export type TspMode = (typeof TSP_MODES)[number];

const forEach = <K extends string, V>(fields: readonly K[], make: (field: K) => V) =>
  Object.fromEntries(fields.map((field) => [field, make(field)])) as Record<K, V>;

const address = z.object({ mode: z.enum(ADDRESS_MODES), url: z.string() });
const resource = z.enum(RESOURCE_NAMES);

export const invitationDraft = z.object({
  fleet_ref: z.string(),
  ...forEach(FLEET_FIELDS, () => z.string()),
  ...forEach(ADDRESS_FIELDS, () => address),
  preset: z.enum(PRESETS),
  levels: z.partialRecord(resource, z.enum(PERMISSION_LEVELS)),
  write: z.array(resource),
  tsp_mode: z.enum(TSP_MODES),
  /** Slugs, between them commas or spaces. */
  tsps: z.string(),
  expires_in_hours: z.string(),
  /** Fields that the invitation had from which this began: emptied, they are cleared and not left out. */
  had: z.array(z.enum(FLEET_FIELDS)),
  /** "More fields" is open. */
  more: z.boolean(),
});
export type InvitationDraft = Readonly<z.infer<typeof invitationDraft>>;

/** Where an error of the form stands. */
export type FieldName = 'fleet_ref' | TextField | AddressField | 'permissions' | 'tsps' | 'expires_in_hours';
export type FieldErrors = ReadonlyMap<FieldName, string>;

const USUAL = { mode: 'usual', url: '' } as const;

export function emptyDraft(fleet_ref = ''): InvitationDraft {
  return {
    fleet_ref,
    ...forEach(FLEET_FIELDS, () => ''),
    ...forEach(ADDRESS_FIELDS, () => USUAL),
    preset: 'least',
    levels: LEAST_PERMISSIONS,
    write: ['user'],
    tsp_mode: 'left_out',
    tsps: '',
    expires_in_hours: String(INVITATION_HOURS.default),
    had: [],
    more: false,
  };
}

/** What an invitation holds, as a form: for its refresh. `usual`: addresses that our server puts in. */
export function draftOf(
  there: BoardInvitation,
  usual: { readonly success_redirect_url: string; readonly failure_redirect_url: string } | undefined,
): InvitationDraft {
  const redirect = (field: 'success_redirect_url' | 'failure_redirect_url') => {
    const url = there[field];
    return !url || url === usual?.[field] ? USUAL : ({ mode: 'own', url } as const);
  };
  const text = (field: TextField) => there[field] ?? '';
  const limit = there.limit_tsps ?? [];
  const tsps = limit.length > 0 ? limit : (there.exclude_tsps ?? []);
  return {
    ...emptyDraft(there.fleet_ref ?? ''),
    ...forEach(FLEET_FIELDS, text),
    success_redirect_url: redirect('success_redirect_url'),
    failure_redirect_url: redirect('failure_redirect_url'),
    callback_url: there.callback_url ? { mode: 'own', url: there.callback_url } : USUAL,
    ...permissionsOf(there.permissions),
    tsps: tsps.join(', '),
    expires_in_hours: String(there.expires_in_hours ?? INVITATION_HOURS.default),
    had: FLEET_FIELDS.filter((field) => text(field) !== ''),
  };
}

function permissionsOf(given: BoardInvitation['permissions']): Pick<InvitationDraft, 'preset' | 'levels'> {
  if (!given) return { preset: 'full', levels: LEAST_PERMISSIONS };
  const levels = z.partialRecord(resource, z.enum(PERMISSION_LEVELS)).safeParse(given);
  // An unknown name or level cannot be sent: what is known of it is shown, and the preview shows the rest.
  if (!levels.success)
    return { preset: 'custom', levels: Object.fromEntries(Object.entries(given).filter(isKnown)) as Levels };
  return { preset: sameValue(levels.data, LEAST_PERMISSIONS) ? 'least' : 'custom', levels: levels.data };
}

const isKnown = ([name, level]: [string, string]) =>
  (RESOURCE_NAMES as readonly string[]).includes(name) &&
  (PERMISSION_LEVELS as readonly string[]).includes(level);

export const slugsOf = (tsps: string): string[] => [
  ...new Set(tsps.split(/[\s,;]+/).filter((slug) => slug !== '')),
];

/** The body as the form stands, before any rule. */
export function bodyOf(draft: InvitationDraft, there: BoardInvitation | null): Record<string, unknown> {
  const body: Record<string, unknown> = { fleet_ref: draft.fleet_ref.trim() };
  for (const field of FLEET_FIELDS) {
    const text = draft[field].trim();
    if (text !== '') body[field] = text;
    else if (draft.had.includes(field)) body[field] = null;
  }
  for (const field of ADDRESS_FIELDS) {
    const { mode, url } = draft[field];
    if (mode === 'none') body[field] = null;
    if (mode === 'own') body[field] = url.trim();
  }
  if (draft.preset === 'least') body.permissions = LEAST_PERMISSIONS;
  if (draft.preset === 'custom') body.permissions = draft.levels;
  if (draft.preset === 'write') body.write_permissions = draft.write;
  const { tsp_mode } = draft;
  if (tsp_mode === 'limit' || tsp_mode === 'exclude') {
    const [list, other] =
      tsp_mode === 'limit'
        ? (['limit_tsps', 'exclude_tsps'] as const)
        : (['exclude_tsps', 'limit_tsps'] as const);
    body[list] = slugsOf(draft.tsps);
    // Left out it would stay, and the two cannot be combined.
    if (there?.[other]?.length) body[other] = [];
  }
  if (tsp_mode === 'clear') body[there?.exclude_tsps?.length ? 'exclude_tsps' : 'limit_tsps'] = [];
  const hours = draft.expires_in_hours.trim();
  if (hours !== '') body.expires_in_hours = Number(hours);
  return body;
}

export type Checked =
  | { readonly ok: true; readonly body: InvitationCreate }
  | { readonly ok: false; readonly errors: FieldErrors };

const HOURS_RULE = `must be a whole number from ${INVITATION_HOURS.min} to ${INVITATION_HOURS.max} hours (28 days)`;

/** @param there the invitation that this would refresh */
export function checkDraft(draft: InvitationDraft, there: BoardInvitation | null): Checked {
  const errors = new Map<FieldName, string>();
  if ((draft.tsp_mode === 'limit' || draft.tsp_mode === 'exclude') && slugsOf(draft.tsps).length === 0)
    errors.set('tsps', 'must name at least one provider');
  const parsed = invitationCreate.safeParse(bodyOf(draft, there));
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = fieldOfPath(path.join('.'));
    if (field && !errors.has(field)) errors.set(field, field === 'expires_in_hours' ? HOURS_RULE : message);
  }
  return parsed.success && errors.size === 0 ? { ok: true, body: parsed.data } : { ok: false, errors };
}

const ELSEWHERE: Readonly<Record<string, FieldName>> = {
  write_permissions: 'permissions',
  limit_tsps: 'tsps',
  exclude_tsps: 'tsps',
};
const PLAIN = new Set<string>([
  'fleet_ref',
  ...FLEET_FIELDS,
  ...ADDRESS_FIELDS,
  'permissions',
  'expires_in_hours',
]);

/** The field that a path of a 422 means, ours or the service's: `body.fleet_email`, `/limit_tsps/0`. Null: none of the form. */
export function fieldOfPath(path: string): FieldName | null {
  const [first = ''] = path
    .split(/[.[\]/]+/)
    .filter((part) => part !== '' && part !== '$' && part !== 'body');
  return ELSEWHERE[first] ?? (PLAIN.has(first) ? (first as FieldName) : null);
}

/** The current value of a field: a refusal of the service is shown until it changes. */
export function fieldText(draft: InvitationDraft, field: FieldName): string {
  if (field === 'permissions') return JSON.stringify([draft.preset, draft.levels, draft.write]);
  if (field === 'tsps') return JSON.stringify([draft.tsp_mode, draft.tsps]);
  return JSON.stringify(draft[field]);
}

const kept = sendable.extend({ draft: invitationDraft });
type Kept = Readonly<z.infer<typeof kept>>;

export type DraftEditor = ReturnType<typeof useDraft>;

const newId = () => crypto.randomUUID();

/** The form on this page, kept on this computer. @param source what it begins from; another source is another page */
export function useDraft(source: string, begin: () => InvitationDraft) {
  const { state, change, save_state, ...editor } = useSendableDraft<Kept>({
    kind: 'invitation_draft',
    schema: kept,
    source,
    initial: (sending) => ({ ...sending, draft: begin() }),
    newId,
  });
  return {
    ...editor,
    draft: state.draft,
    set: (fields: Partial<InvitationDraft>) =>
      change((before) => ({ ...before, draft: { ...before.draft, ...fields } })),
    /** False when this browser keeps nothing. */
    kept: save_state !== 'unavailable',
  };
}
