/** Rule 13 in every order of events that fast-check's scheduler finds: lease and fence in one database. */

import { fc, runs } from '@waypost/contract/testing/property';
import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import { SecretBox } from '../../platform/secrets/keys.ts';
import { openDatabase } from '../../platform/store/open-database.ts';
import { rowOf } from '../../platform/store/query.ts';
import { createSession, endSession } from '../../platform/store/sessions.ts';
import { silentLog } from '../../testing/tracking.ts';
import { type FreshTokens, RefreshTokenDead } from './identity.ts';
import { SessionTokens } from './tokens.ts';

const box = new SecretBox([{ id: 'k', key: Buffer.alloc(32, 3) }]);
const START = Date.parse('2026-11-20T10:00:00Z');
const LEASE_MS = 60_000;

/** Several servers sharing one database. The scheduler decides when each statement, provider response and wait ends. */
async function servers(
  scheduler: fc.Scheduler,
  count: number,
  refresh: (token: string) => Promise<FreshTokens>,
) {
  const { db, close } = await openDatabase('sqlite::memory:');
  const clock = { now: START };
  const slowly: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => scheduler.schedule(Promise.resolve(result), 'statement'),
  };
  const make = () =>
    new SessionTokens({
      db: db.withPlugin(slowly),
      box,
      now: () => clock.now,
      log: silentLog,
      refresh: (token) => refresh(token),
      personOf: async () => null,
      onPerson: async () => true,
      end: (id_hash) => endSession(db, id_hash),
      wait: async (ms) => {
        await scheduler.schedule(Promise.resolve(), 'wait');
        clock.now += ms;
      },
    });
  const all = Array.from({ length: count }, make);
  const session = {
    id_hash: 's',
    session_id: 'p',
    sub: 'u',
    name: 'U',
    roles: '[]',
    roles_from: 'id_token',
    sid: null,
    created_at: START,
    last_seen_at: START,
    idle_expires_at: START + 1e10,
    expires_at: START + 1e10,
    user_agent: null,
    address: null,
  };
  const row = (all[0] as SessionTokens).row('s', {
    access_token: 'a0',
    refresh_token: 'r0',
    expires_in: 3600,
  });
  await createSession(db, session, { ...row, access_expires_at: START });
  const stored = async () =>
    box.open((await rowOf(db, 'session_token', { session_id_hash: 's' }))?.access_token ?? '', 's/access');
  return {
    all,
    clock,
    close,
    stored,
    version: async () => (await rowOf(db, 'session_token', { session_id_hash: 's' }))?.version,
  };
}

it('one refresh, one token for all, and no used refresh token sent, in any order of events', () =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 2, max: 6 }),
      async (s, count, calls) => {
        let refreshes = 0;
        let current = 'r0';
        const refresh = async (token: string): Promise<FreshTokens> => {
          await s.schedule(Promise.resolve(), 'provider takes it');
          if (token !== current) throw new RefreshTokenDead('reuse');
          refreshes += 1;
          current = `r${refreshes}`;
          const fresh = { access_token: `a${refreshes}`, refresh_token: current, expires_in: 3600 };
          return s.schedule(Promise.resolve(fresh), 'provider answers');
        };
        const { all, close } = await servers(s, count, refresh);
        const got = Promise.all(
          Array.from({ length: calls }, (_, n) => (all[n % count] as SessionTokens).get('s')),
        );
        await s.waitFor(got);
        expect(new Set(await got)).toEqual(new Set(['a1']));
        expect(refreshes).toBe(1);
        await close();
      },
    ),
    { numRuns: runs(40) },
  ));

it('a holder slower than its lease never overwrites what its successor has stored', () =>
  fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      async (s, late) => {
        let issued = 0;
        // No rotation: this test is about which response is stored.
        const refresh = async (): Promise<FreshTokens> => {
          issued += 1;
          const fresh = { access_token: `a${issued}`, expires_in: 3600 };
          if (late[issued - 1]) {
            await s.schedule(Promise.resolve(), 'the lease runs out');
            clock.now += LEASE_MS + 1;
          }
          return s.schedule(Promise.resolve(fresh), 'provider answers');
        };
        const { all, clock, close, stored, version } = await servers(s, 3, refresh);
        const seen: (string | undefined)[] = [];
        const calls = all.map(async (server) => {
          const token = await server.get('s').catch(() => undefined);
          seen.push(token);
          // The returned token is the one stored at that time: a later holder's, never a stale one.
          if (token !== undefined) expect(token).toBe(await stored());
        });
        await s.waitFor(Promise.all(calls));
        expect(seen).toHaveLength(3);
        expect(seen.some((token) => token !== undefined)).toBe(true);
        expect(await version()).toBe(2);
        await close();
      },
    ),
    { numRuns: runs(40) },
  ));
