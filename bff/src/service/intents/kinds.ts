/** Kinds of created resources: how each is sent, shown and stored. */
import { type Intent, type IntentKind, publicMonitor, publicOperation } from '@waypost/contract/api/intents';
import type { MonitorCommand } from '@waypost/contract/api/monitors';
import type { Right } from '@waypost/contract/api/session';
import type { Assumptions } from '@waypost/contract/assumptions';
import type { Endpoint } from '@waypost/contract/endpoint';
import type { ServiceEndpoints } from '@waypost/contract/endpoints';
import { type InvitationCreate, invitation } from '@waypost/contract/invitations';
import { type LoadCreate, postedLoad } from '@waypost/contract/loads';
import { MONITOR_NAME_MAX } from '@waypost/contract/monitors';
import { type Operation, PARTNER_REF_MAX } from '@waypost/contract/operations';
import { redactOperation } from '@waypost/contract/redact';
import type { UserCreate } from '@waypost/contract/users';
import type { Action } from '../../platform/activity/activity.ts';
import { withIsoTimes } from '../../platform/lib/time.ts';
import type { SecretBox } from '../../platform/secrets/keys.ts';
import type { IntentRow } from '../../platform/store/intents.ts';
import { parseJson } from '../upstream/http.ts';
import { invitationKey, tagged } from './ids.ts';

export interface Bodies {
  readonly invitation: InvitationCreate;
  readonly user: UserCreate;
  readonly monitor: MonitorCommand;
  readonly load: LoadCreate;
}

type Fields = Readonly<Record<string, unknown>>;

export interface Kind<B> {
  readonly right: Right;
  readonly action: Action;
  readonly endpoint: (endpoints: ServiceEndpoints) => Endpoint;
  /** Name for people, also used to find later intents for the same thing. */
  readonly subject: (body: B) => string | null;
  readonly toRequest: (body: B, tag: string) => B;
  /** The request as stored: without secrets, which are not needed to find the outcome. */
  readonly withoutSecrets: (body: B) => B;
  /** A response or event record without secrets and without our tag; null when invalid. */
  readonly toResult: (answer: Fields, request: B | null, a: Assumptions) => Fields | null;
  /** Field of the result with the id of the created resource; null: the id is secret. */
  readonly id_field: string | null;
}

/** Stored result of an invitation: only our key. The invitation and its secrets are stored elsewhere. */
const invitationAnswer = invitation.pick({ id: true }).transform(({ id }) => ({ key: invitationKey(id) }));

const ok = <T>(parsed: { success: true; data: T } | { success: false }): T | null =>
  parsed.success ? parsed.data : null;

export const KINDS: { readonly [K in IntentKind]: Kind<Bodies[K]> } = {
  invitation: {
    right: 'manage_onboarding',
    action: 'create_invitation',
    endpoint: (endpoints) => endpoints.createInvitation,
    subject: (body) => body.fleet_ref,
    // No tag needed: sending the same fleet_ref again renews the invitation.
    toRequest: (body) => body,
    withoutSecrets: (body) => body,
    toResult: (answer) => ok(invitationAnswer.safeParse(answer)),
    // The id may grant access, so it is stored only in the sealed result.
    id_field: null,
  },
  user: {
    right: 'manage_onboarding',
    action: 'create_user',
    endpoint: (endpoints) => endpoints.createUser,
    subject: ({ username, user_email, first_name, last_name }) =>
      username ?? user_email ?? ([first_name, last_name].filter(Boolean).join(' ') || null),
    toRequest: (body, tag) => ({ ...body, partner_ref: tagged(body.partner_ref, tag, PARTNER_REF_MAX) }),
    withoutSecrets: ({ password: _, ...body }) => body,
    toResult: (answer, request, a) => {
      const operation = ok(publicOperation.safeParse(redactOperation(answer as Partial<Operation>, a)));
      return operation && { ...operation, partner_ref: request?.partner_ref ?? null };
    },
    id_field: 'id',
  },
  monitor: {
    right: 'manage_monitors',
    action: 'create_monitor',
    endpoint: (endpoints) => endpoints.createMonitor,
    subject: (body) => body.name ?? null,
    // `about` is stored by Waypost only.
    toRequest: ({ about: _, ...body }, tag) => ({ ...body, name: tagged(body.name, tag, MONITOR_NAME_MAX) }),
    withoutSecrets: (body) => body,
    toResult: (answer, request) => {
      const monitor = ok(publicMonitor.safeParse(answer));
      return monitor && { ...monitor, name: request?.name ?? null };
    },
    id_field: 'id',
  },
  load: {
    right: 'manage_loads',
    action: 'post_load',
    endpoint: (endpoints) => endpoints.createLoad,
    subject: (body) => body.load_ref,
    // No tag: the service has no list of loads to search, and people see the reference.
    toRequest: (body) => body,
    withoutSecrets: (body) => body,
    toResult: (answer) => ok(postedLoad.safeParse(answer)),
    id_field: 'load_id',
  },
};

export const requestContext = (id: string) => `intent/${id}/request`;
const resultContext = (id: string) => `intent/${id}/result`;

/** Columns of a completed intent; the request is no longer needed. */
export function endOf(box: SecretBox, row: IntentRow, result: Readonly<Record<string, unknown>> | null) {
  const { id_field } = KINDS[row.kind];
  const id = id_field === null ? null : result?.[id_field];
  return {
    state: 'done' as const,
    message: null,
    result_id: typeof id === 'string' ? id : null,
    result: result && box.seal(JSON.stringify(result), resultContext(row.id)),
    request: null,
    next_check_at: null,
  };
}

/** The stored result; null also when its key was removed. */
export function resultOf(box: SecretBox, row: IntentRow): unknown {
  return openedJson(box, row.result, resultContext(row.id));
}

/** The decrypted JSON; null when there is none, or it cannot be opened. */
export function openedJson(box: SecretBox, sealed: string | null, context: string): unknown {
  const text = box.tryOpen(sealed, context);
  return text === null ? null : parseJson(text);
}

/** The route's schema drops the other columns. */
export const toIntentResponse = ({ request: _, result: __, ...row }: IntentRow): Intent => withIsoTimes(row);
