/** Back-channel logout: the identity provider reports that a session, or a person, is signed out (rule 11). */
import express, { type Router } from 'express';
import { jwtVerify } from 'jose';
import type { Uses } from '../../platform/uses.ts';
import type { LogoutToken, LogoutTokenExpectations } from './identity.ts';
import type { OidcProvider } from './identity-provider.ts';
import type { Sessions } from './sessions.ts';

interface BackChannelOptions extends Uses<'log' | 'activity'> {
  readonly provider: OidcProvider;
  readonly sessions: Sessions;
}

export function mountBackChannel(router: Router, path: string, options: BackChannelOptions): void {
  const { provider, sessions, activity, log } = options;
  router.post(
    path,
    express.urlencoded({ extended: false, limit: '16kb', inflate: false }),
    async (request, response) => {
      const refuse = () => response.status(400).json({ error: 'invalid_request' });
      const token: unknown = (request.body as Record<string, unknown> | undefined)?.logout_token;
      const expected = await provider.logoutTokenExpectations();
      if (typeof token !== 'string' || !expected) {
        refuse();
        return;
      }
      const logout = await checkLogoutToken(token, expected).catch((error: unknown) => {
        log.warn({ err: error }, 'rejected a logout token');
        return null;
      });
      const ended =
        logout &&
        (await sessions.endAtProvider(logout, (trx, count) =>
          activity.record(trx, null, 'session_ended', logout.sub, {
            by: 'identity provider',
            sessions: count,
          }),
        ));
      // A reused token is a replay: its sessions have ended already.
      if (!logout || !ended) {
        refuse();
        return;
      }
      response.status(200).end();
    },
  );
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** Older tokens are rejected, whatever expiry they claim. */
const MAX_AGE_SECONDS = 300;
/** For differing clocks. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** Verifies a logout token. Throws the reason when it is invalid. */
export async function checkLogoutToken(
  token: string,
  expected: LogoutTokenExpectations,
): Promise<LogoutToken> {
  const { payload } = await jwtVerify(token, expected.keys, {
    issuer: expected.issuer,
    audience: expected.clientId,
    // Never `none` or a symmetric algorithm: the key set is public.
    algorithms: expected.algorithms.filter((one) => /^(RS|PS|ES)\d{3}$|^EdDSA$/.test(one)),
    maxTokenAge: MAX_AGE_SECONDS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ['iat', 'jti', 'events'],
    currentDate: expected.now,
  });
  if (!isObject(payload.events) || !isObject(payload.events[EVENT]))
    throw new Error('not a logout token: the event is missing');
  // The absence of a nonce distinguishes a logout token from an ID token.
  if (payload.nonce !== undefined) throw new Error('a logout token must not hold a nonce');
  const sub = typeof payload.sub === 'string' ? payload.sub : undefined;
  const sid = typeof payload.sid === 'string' ? payload.sid : undefined;
  if (sub === undefined && sid === undefined) throw new Error('names neither a session nor a person');
  return {
    jti: String(payload.jti),
    // Independent of the claimed expiry: no token is accepted after this.
    forget_after: (Number(payload.iat) + MAX_AGE_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1000,
    ...(sub === undefined ? {} : { sub }),
    ...(sid === undefined ? {} : { sid }),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
