/** The things that are created at the service: how each is sent, shown, kept and found again. */
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
import type { Action } from '../activity/activity.ts';
import type { SecretBox } from '../auth/keys.ts';
import { withIsoTimes } from '../lib/time.ts';
import type { IntentRow } from '../store/intents.ts';
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
  /** What it is about, for people and for telling two apart. */
  readonly subject: (body: B) => string | null;
  /** The request as it is sent. */
  readonly sent: (body: B, tag: string) => B;
  /** The request as it is kept: no secret is needed to find out what became of it. */
  readonly kept: (body: B) => B;
  /** An answer or an event's record without secrets and without our tag; null when it has another form. */
  readonly shown: (answer: Fields, request: B | null, a: Assumptions) => Fields | null;
  /** Field of what is shown that holds the identifier of what was created; null: it is a secret. */
  readonly id_field: string | null;
}

/** What stays of an invitation's answer in its intent: our name for it. The invitation itself is kept elsewhere, and its secrets there. */
const invitationAnswer = invitation.pick({ id: true }).transform(({ id }) => ({ key: invitationKey(id) }));

const ok = <T>(parsed: { success: true; data: T } | { success: false }): T | null =>
  parsed.success ? parsed.data : null;

export const KINDS: { readonly [K in IntentKind]: Kind<Bodies[K]> } = {
  invitation: {
    right: 'manage_onboarding',
    action: 'create_invitation',
    endpoint: (endpoints) => endpoints.createInvitation,
    subject: (body) => body.fleet_ref,
    // The same fleet_ref sent again refreshes: it needs no tag.
    sent: (body) => body,
    kept: (body) => body,
    shown: (answer) => ok(invitationAnswer.safeParse(answer)),
    // It may be all that its read needs: it is in the sealed result only.
    id_field: null,
  },
  user: {
    right: 'manage_onboarding',
    action: 'create_user',
    endpoint: (endpoints) => endpoints.createUser,
    subject: (body) => body.username ?? body.user_email ?? null,
    sent: (body, tag) => ({ ...body, partner_ref: tagged(body.partner_ref, tag, PARTNER_REF_MAX) }),
    kept: ({ password: _, ...body }) => body,
    shown: (answer, request, a) => {
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
    // What we keep beside it stays here.
    sent: ({ about: _, ...body }, tag) => ({ ...body, name: tagged(body.name, tag, MONITOR_NAME_MAX) }),
    kept: (body) => body,
    shown: (answer, request) => {
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
    // No tag: the service lists no loads to find it in, and everybody reads the reference.
    sent: (body) => body,
    kept: (body) => body,
    shown: (answer) => ok(postedLoad.safeParse(answer)),
    id_field: 'load_id',
  },
};

export const requestContext = (id: string) => `intent/${id}/request`;
const resultContext = (id: string) => `intent/${id}/result`;

/** An intent that is done, with what was created; the request is needed no more. */
export function endOf(box: SecretBox, row: IntentRow, shown: Readonly<Record<string, unknown>> | null) {
  const { id_field } = KINDS[row.kind];
  const id = id_field === null ? null : shown?.[id_field];
  return {
    state: 'done' as const,
    message: null,
    result_id: typeof id === 'string' ? id : null,
    result: shown && box.seal(JSON.stringify(shown), resultContext(row.id)),
    request: null,
    next_check_at: null,
  };
}

/** Null also when no listed key opens it any more: that it was created is known all the same. */
export function resultOf(box: SecretBox, row: IntentRow): unknown {
  return openedJson(box, row.result, resultContext(row.id));
}

/** The JSON in it; null when there is none, or when it cannot be opened. */
export function openedJson(box: SecretBox, sealed: string | null, context: string): unknown {
  const text = box.tryOpen(sealed, context);
  return text === null ? null : parseJson(text);
}

/** As its route answers it, whose schema leaves out the rest. */
export const toIntentResponse = ({ request: _, result: __, ...row }: IntentRow): Intent => withIsoTimes(row);
