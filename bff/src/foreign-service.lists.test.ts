/** Lists with unusual pages and rows: one invalid row hides no other, and no list is emptied silently. */
import { afterEach, describe, expect, it } from 'vitest';
import { QUERY } from './testing/foreign-service/names.ts';
import * as records from './testing/foreign-service/records.ts';
import {
  big,
  first,
  json,
  pages,
  type Responder,
  refusal,
  USE_DEFAULT,
} from './testing/foreign-service/responders.ts';
import { type Browser, eventually, startStack, useStack } from './testing/foreign-service/stack.ts';

/** Shows that one item of a list could not be read. */
const ONE_LEFT_OUT = { unread: { left_out: 1, items: [expect.anything()] } };

const stack = useStack();
afterEach(() => stack.service.reset());

const DAY_MS = 86_400_000;
const idsOf = (items: readonly Record<string, unknown>[]) => items.map(({ id }) => id).sort();
const agreements = (admin: Browser) => admin.items('/api/agreements?fresh=true');
const connections = (admin: Browser) => admin.items('/api/connections?fresh=true');

async function fuel(admin: Browser) {
  const { json } = await admin.call('POST', '/api/fuel/imports', {
    from_datetime: new Date(Date.now() - 10 * DAY_MS).toISOString(),
    to_datetime: new Date().toISOString(),
    again: true,
  });
  const at = `/api/fuel/imports/${String(json.import_id)}`;
  await eventually(async () => expect((await admin.get(at)).json.state).not.toBe('reading'));
  const [reading, rows] = [await admin.get(at), await admin.items(`${at}/rows`)];
  return { reading: reading.json, rows, summary: (await admin.get(`${at}/summary`)).text };
}

async function usage(admin: Browser) {
  const range = { from_month: '2026-10', to_month: '2026-10', again: true };
  const { json } = await admin.call('POST', '/api/usage/imports', range);
  const at = `/api/usage/imports/${String(json.import_id)}`;
  await eventually(async () => expect((await admin.get(at)).json.state).not.toBe('reading'));
  const summary = await admin.get('/api/usage?from_month=2026-10&to_month=2026-10');
  const entities = await admin.get('/api/usage/entities?from_month=2026-10&to_month=2026-10');
  return {
    reading: (await admin.get(at)).json,
    summary: summary.json,
    entities: entities.json,
    text: summary.text,
  };
}

describe('an empty first page with a next page', () => {
  const thenOne = (item: unknown) => pages(QUERY.cursor, [], [], [item]);

  it('is followed for agreements', async () => {
    const { admin, service } = stack;
    service.behave('agreements', thenOne(records.agreement(1)));
    expect(await agreements(admin)).toHaveLength(1);
  });

  it('is followed for connections', async () => {
    const { admin, service } = stack;
    service.behave('connections', thenOne(records.connection(1)));
    expect(await connections(admin)).toHaveLength(1);
  });

  it('is followed for TMS invitations', async () => {
    const { admin, service } = stack;
    service.behave('tmsInvitations', thenOne({ id: records.idOf(0xb9, 1), status: 'odd' }));
    expect(await admin.items('/api/tms-invitations')).toHaveLength(1);
  });

  it('is followed for fuel', async () => {
    const { admin, service } = stack;
    service.behave('fuel', thenOne(records.fuelRow(1)));
    expect((await fuel(admin)).rows).toHaveLength(1);
  });

  it('is followed for usage', async () => {
    const { admin, service } = stack;
    service.behave('usage', thenOne(records.usageRow(1, '2026-10')));
    expect((await usage(admin)).entities.items).toHaveLength(1);
  });

  it('ends even if every page has another one', async () => {
    const { admin, service } = stack;
    let page = 0;
    const endless: Responder = (request, response) => {
      page += 1;
      return json(200, { items: [], next_page: `page-${page}` })(request, response);
    };
    service.behave('agreements', endless);
    service.behave('fuel', endless);
    expect((await admin.get('/api/agreements?fresh=true')).status).toBeLessThan(600);
    expect(service.requests('agreements').length).toBeLessThan(200);
  });
});

describe('data read earlier', () => {
  const both = () => {
    stack.service.store.agreements = [records.agreement(1), records.agreement(2)];
    stack.service.store.connections = [records.connection(1)];
  };

  it.each<[what: string, responder: Responder]>([
    ['one 404', first(1, refusal(404))],
    ['one 403', first(1, refusal(403))],
    ['one 500', first(1, refusal(500))],
    ['one page that is no list', first(1, json(200, { items: null }))],
  ])(
    'stays after %s on a list that has worked, and it is said that the read failed',
    async (_, responder) => {
      const { admin, service } = stack;
      both();
      expect(await agreements(admin)).toHaveLength(2);
      service.behave('agreements', responder);
      const answer = await admin.get('/api/agreements?fresh=true');
      expect(answer.json.items).toHaveLength(2);
      expect(answer.json.read_problem).toBeTypeOf('string');
      const after = await admin.get('/api/agreements?fresh=true');
      expect(after.json).toMatchObject({ read_problem: null, lists: { agreements: 'yes' } });
    },
  );

  it('about connections is kept after one 404', async () => {
    const { admin, service } = stack;
    both();
    expect(await connections(admin)).toHaveLength(1);
    service.behave('connections', first(1, refusal(404)));
    expect(await connections(admin)).toHaveLength(1);
  });

  it('is not replaced by part of it when a later page is refused', async () => {
    const { admin, service } = stack;
    service.store.agreements = Array.from({ length: 1005 }, (_, n) => records.agreement(n));
    expect(await agreements(admin)).toHaveLength(1005);
    service.behave('agreements', (request, response) =>
      request.query.has(QUERY.cursor) ? refusal(403)(request, response) : USE_DEFAULT,
    );
    expect(await agreements(admin)).toHaveLength(1005);
  });
});

describe('one invalid record among valid ones hides none of them', () => {
  /** An agreement that no earlier test has used. */
  const freshAgreement = (
    (n) => () =>
      records.agreement(n++)
  )(5_000);

  it.each<[what: string, odd: unknown]>([
    ['without an id', records.agreement(9, { id: undefined })],
    ['that is null', null],
    ['that is a text', 'agreement'],
    ['whose scopes are a word', records.agreement(9, { scopes: 'all' })],
    ['whose date is a number', records.agreement(9, { effective_date: 1_732_280_000 })],
    ['whose status is an object', records.agreement(9, { status: { code: 1 } })],
  ])('an agreement %s', async (_, odd) => {
    const { admin, service } = stack;
    const good = [freshAgreement(), freshAgreement()];
    service.behave('agreements', pages(QUERY.cursor, [good[0], odd, good[1]]));
    expect(idsOf(await agreements(admin))).toEqual(expect.arrayContaining(idsOf(good)));
  });

  it('a connection without an id, which is counted and shown', async () => {
    const { admin, service } = stack;
    const odd = records.connection(9, { id: 77 });
    service.behave('connections', pages(QUERY.cursor, [records.connection(1), odd]));
    const { json: body, text } = await admin.get('/api/connections?fresh=true');
    expect(idsOf(body.items as Record<string, unknown>[])).toContain(records.idOf(0xb3, 1));
    expect(body).toMatchObject(ONE_LEFT_OUT);
    expect(text).not.toContain(records.LEAK);
  });

  it('a fuel row whose total is written 1,234.50, which is counted and shown unchanged', async () => {
    const { admin, service } = stack;
    service.store.fuel = [1, 2, 3].map((n) =>
      records.fuelRow(n, n === 2 ? { total_cost: '1,234.50', fuel_vendor: 'Odd Oil' } : {}),
    );
    const { reading, rows, summary } = await fuel(admin);
    expect(reading.state).toBe('complete');
    expect(idsOf(rows)).toEqual(expect.arrayContaining([records.idOf(0xf1, 1), records.idOf(0xf1, 3)]));
    expect(summary).toContain('1,234.50');
  });

  it('a usage row with a count above 2^53, and one whose month is a word', async () => {
    const { admin, service } = stack;
    service.behave(
      'usage',
      pages(QUERY.cursor, [
        records.usageRow(1, '2026-10'),
        records.usageRow(2, '2026-10', { rest_api_count: big('9223372036854775807') }),
        records.usageRow(3, '2026-10', { usage_month: 'October' }),
        records.usageRow(4, '2026-10'),
      ]),
    );
    const { reading, entities } = await usage(admin);
    expect(reading.state).toBe('complete');
    const named = (entities.items as { entity_id: string }[]).map(({ entity_id }) => entity_id);
    expect(named).toEqual(expect.arrayContaining([records.vehicleId(1), records.vehicleId(4)]));
  });

  it('an invitation whose permissions are a list', async () => {
    const odd = records.invitation(9, { permissions: ['vehicle'], fleet_ref: 7 });
    const good = records.invitation(8, { fleet_ref: 'GOOD-8' });
    // Invitations are read in the background, first when the server starts.
    const own = await startStack({
      before: (service) => service.behave('invitations', pages(QUERY.cursor, [odd, good])),
    });
    const admin = await own.signedIn('admin');
    await eventually(async () => {
      const items = await admin.items('/api/invitations');
      expect(items.map(({ fleet_ref }) => fleet_ref)).toContain('GOOD-8');
    }).finally(own.stop);
  });

  it('a successor of the overview in another format: the deprecated endpoint is used', async () => {
    const { admin, service } = stack;
    service.behave('overview', json(200, { data: { fleet_count: 1 } }));
    const { json: body, text } = await admin.get(`/api/overview?fleet_refs=other-shape`);
    expect(body, text).toMatchObject({ fleets: 1, answered_by: 'deprecated' });
  });
});
