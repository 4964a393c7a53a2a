/** Lifecycle of fleet invitations and TMS invitations, with the events they send. */
import assert from 'node:assert/strict';
import { type Invitation, magicLinkOf } from '@waypost/contract/invitations';
import { type Case, topic } from '../case.ts';
import { type Context, instant, required } from '../context.ts';
import { invite, readInvitation } from './invitations.ts';
import { subscribe, UNKNOWN_ID } from './journey.ts';

const invitationsTopic = topic('invitations');
const tmsInvitations = topic('tms invitations');
const events = topic('events');

const linkOf = (given: Invitation) => required('a magic link', magicLinkOf(given));
/** Submits the form of the page behind the magic link, as the fleet does. */
const submit = (given: Invitation, action: 'accept' | 'decline', form: Record<string, string>) =>
  fetch(`${linkOf(given)}/${action}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
export async function accept(context: Context, given: Invitation, provider = 'axleline') {
  context.control.dirty = true;
  return submit(given, 'accept', { provider });
}
async function decline(context: Context, given: Invitation, reason = 'Not now') {
  context.control.dirty = true;
  return submit(given, 'decline', { reason });
}
export const accepted = async (context: Context, body = {}) => {
  const given = await invite(context, body);
  await accept(context, given);
  return readInvitation(context, given);
};
const paramsOf = ({ id }: Invitation) => ({ invitation_id: id });
const tms = async (context: Context, status: string) =>
  required(
    `${status} TMS invitation`,
    (await context.items('listTmsInvitations')).find((each) => each.status === status),
  );

/** Ways in which an invitation ends without acceptance. */
const ENDS = {
  declined: async (context: Context, given: Invitation) => void (await decline(context, given)),
  expired: async (context: Context) => context.control.advance(73 * 3600),
  deleted: async (context: Context, given: Invitation) =>
    void (await context.client.expectSuccess('deleteInvitation', { params: paramsOf(given) })),
} as const;

export const invitationStateCases: readonly Case[] = [
  invitationsTopic.controls(
    'accepted',
    'active → accepted: the fleet accepts; accepted_at, fleet_id and the pre-registration tokens are set',
    async (context) => {
      const after = await accepted(context);
      assert.equal(after.status, 'accepted');
      assert.ok(instant(after.accepted_at) >= instant(after.created_at));
      assert.ok(
        after.fleet_id && after.pre_registration_access_token && after.pre_registration_refresh_token,
      );
      assert.equal(after.declined_at, null);
    },
  ),
  invitationsTopic.controls(
    'yields an agreement',
    'An accepted invitation yields a fleet and a share agreement',
    async (context) => {
      const { id, fleet_id, fleet_ref } = await accepted(context, {
        permissions: { vehicle: 'read', user: 'read_write' },
      });
      const [agreement, ...more] = await context.items('listAgreements', { fleet_id });
      assert.equal(more.length, 0);
      assert.deepEqual(
        [agreement?.invitation_id, agreement?.fleet_ref, agreement?.status, agreement?.scopes],
        [id, fleet_ref, 'active', { vehicle: 'read', user: 'read_write' }],
      );
    },
  ),
  invitationsTopic.controls(
    'omitted permissions',
    'permissions: when omitted, read permission is required for all resources',
    async (context) => {
      const { fleet_id } = await accepted(context);
      const [agreement] = await context.items('listAgreements', { fleet_id });
      const levels = Object.values(agreement?.scopes ?? {});
      assert.equal(levels.length, 35);
      assert.ok(levels.every((level) => level === 'read'));
    },
  ),
  invitationsTopic.controls(
    'yields a fleet',
    'An accepted invitation yields a fleet: the overview counts it',
    async (context) => {
      const count = async () => Number((await context.client.call('getOverview')).fleets);
      const before = await count();
      await accepted(context);
      assert.equal(await count(), before + 1);
    },
  ),
  invitationsTopic.controls(
    'link still valid',
    'Accepting needs a link that is still valid',
    async (context) => {
      const given = await invite(context, { expires_in_hours: 1 });
      await context.control.advance(3601);
      await accept(context, given);
      const after = await readInvitation(context, given);
      assert.deepEqual([after.status, after.fleet_id], ['expired', null]);
    },
  ),
  invitationsTopic.controls('valid until then', 'The link is valid for expires_in_hours', async (context) => {
    const given = await invite(context, { expires_in_hours: 1 });
    await context.control.advance(3590);
    await accept(context, given);
    assert.equal((await readInvitation(context, given)).status, 'accepted');
  }),
  invitationsTopic.controls(
    'declined',
    'active → declined: declined_at and decline_reason are set',
    async (context) => {
      const given = await invite(context);
      await decline(context, given, 'We use another partner');
      const after = await readInvitation(context, given);
      assert.deepEqual([after.status, after.decline_reason], ['declined', 'We use another partner']);
      assert.ok(after.declined_at);
      assert.deepEqual([after.fleet_id, after.accepted_at], [null, null]);
    },
  ),
  ...Object.entries(ENDS).flatMap(([status, end]) => [
    invitationsTopic.controls(`${status} as a state`, `active → ${status}`, async (context) => {
      const given = await invite(context);
      await end(context, given);
      assert.equal((await readInvitation(context, given)).status, status);
    }),
    invitationsTopic.controls(
      `${status} cannot be accepted`,
      `A ${status} invitation is not active: accepting changes nothing`,
      async (context) => {
        const given = await invite(context);
        await end(context, given);
        await accept(context, given);
        assert.equal((await readInvitation(context, given)).status, status);
      },
    ),
    invitationsTopic.controls(
      `${status} leads to failure`,
      `failure_redirect_url: redirect after failure (${status}), with invitation_id and fleet_ref`,
      async (context) => {
        const given = await invite(context, { failure_redirect_url: 'https://partner.example/no?x=1' });
        await end(context, given);
        const location = (await fetch(linkOf(given), { redirect: 'manual' })).headers.get('location');
        const to = new URL(required('a redirect', location));
        assert.equal(to.origin + to.pathname, 'https://partner.example/no');
        assert.deepEqual(Object.fromEntries(to.searchParams), {
          x: '1',
          invitation_id: given.id,
          fleet_ref: given.fleet_ref,
        });
      },
    ),
  ]),
  invitationsTopic.controls(
    'success_redirect_url',
    'success_redirect_url: redirect after successful onboarding, with invitation_id and fleet_ref',
    async (context) => {
      const given = await invite(context, { success_redirect_url: 'https://partner.example/yes' });
      const location = (await accept(context, given)).headers.get('location');
      const to = new URL(required('a redirect', location));
      assert.deepEqual(
        [to.searchParams.get('invitation_id'), to.searchParams.get('fleet_ref')],
        [given.id, given.fleet_ref],
      );
    },
  ),
  invitationsTopic.controls(
    'limit_tsps',
    'limit_tsps restricts the providers offered to the fleet',
    async (context) => {
      const given = await invite(context, { limit_tsps: ['roadledger'] });
      await accept(context, given, 'axleline');
      assert.equal((await readInvitation(context, given)).status, 'active');
      await accept(context, given, 'roadledger');
      assert.equal((await readInvitation(context, given)).status, 'accepted');
    },
  ),
  invitationsTopic.controls(
    'exclude_tsps',
    'exclude_tsps removes providers from those offered',
    async (context) => {
      const given = await invite(context, { exclude_tsps: ['axleline'] });
      await accept(context, given, 'axleline');
      assert.equal((await readInvitation(context, given)).status, 'active');
    },
  ),
  invitationsTopic.controls(
    'accepted cannot be deleted',
    'Deleting (assumed) an accepted invitation is a 409',
    async (context) => {
      await context.client.expectError('deleteInvitation', 409, {
        params: paramsOf(await accepted(context)),
      });
    },
  ),
  invitationsTopic.controls(
    'refresh opens again',
    'A refresh of a declined invitation makes it active again',
    async (context) => {
      const given = await invite(context);
      await decline(context, given);
      const after = await invite(context, { fleet_ref: given.fleet_ref });
      assert.deepEqual([after.id, after.status, after.declined_at], [given.id, 'active', null]);
    },
  ),

  tmsInvitations.controls(
    'deletes',
    'Invitations that have not yet been accepted can be deleted',
    async (context) => {
      const { id } = await tms(context, 'active');
      context.control.dirty = true;
      await context.client.expectSuccess('deleteTmsInvitation', { params: { tms_invitation_id: id } });
      assert.ok(!(await context.items('listTmsInvitations')).some((each) => each.id === id));
    },
  ),
  tmsInvitations.controls(
    'accepted ones stay',
    'Once accepted, it cannot be deleted: 409',
    async (context) => {
      const { id } = await tms(context, 'accepted');
      await context.client.expectError('deleteTmsInvitation', 409, { params: { tms_invitation_id: id } });
    },
  ),
  tmsInvitations.controls('unknown invitation', 'An unknown invitation is a 404', async (context) => {
    await context.client.expectError('deleteTmsInvitation', 404, {
      params: { tms_invitation_id: UNKNOWN_ID },
    });
  }),
  tmsInvitations.controls(
    'apart from fleet invitations',
    'TMS invitations are apart: the identifier of a fleet invitation is a 404',
    async (context) => {
      const { id } = await invite(context);
      await context.client.expectError('deleteTmsInvitation', 404, { params: { tms_invitation_id: id } });
    },
  ),

  ...(['accepted', 'declined', 'deleted', 'expired'] as const).map((status) =>
    events.controls(
      `invitation.${status}`,
      `invitation.${status} (assumed name) is sent, with fleet_ref`,
      async (context) => {
        const { receiver } = await subscribe(context, `invitation.${status}`);
        const given = await invite(context);
        if (status === 'accepted') await accept(context, given);
        else await ENDS[status](context, given);
        await context.items('listInvitations');
        // Other seeded invitations may end at the same time.
        const events = await context.until(
          async () => receiver.received.map(({ envelope }) => envelope.data[0]),
          (records) => records.some((record) => record?.id === given.id),
        );
        const record = events.find((each) => each?.id === given.id);
        assert.deepEqual([record?.fleet_ref, record?.status], [given.fleet_ref, status]);
      },
    ),
  ),
  events.controls(
    'secrets in events',
    'Events of invitations carry neither tokens nor the magic link',
    async (context) => {
      const { receiver } = await subscribe(context, 'invitation.accepted');
      const { pre_registration_access_token, pre_registration_refresh_token, magic_link } =
        await accepted(context);
      const [first] = await receiver.have(1);
      for (const secret of [pre_registration_access_token, pre_registration_refresh_token, magic_link])
        assert.ok(secret && !first?.text.includes(secret));
    },
  ),
  events.controls(
    'callback_url',
    'callback_url receives invitation acceptance, share agreement creation and the connection',
    async (context) => {
      const callback_url = 'https://127.0.0.1:9/hook';
      await accepted(context, { callback_url });
      const events = async () =>
        (await context.control.attempts())
          .filter(({ url }) => url === callback_url)
          .map(({ event_name }) => event_name);
      const names = await context.until(events, (found) => found.length >= 3);
      assert.deepEqual([...new Set(names)].toSorted(), [
        ...['connection.created', 'invitation.accepted', 'share_agreement.created'],
      ]);
    },
  ),
];
