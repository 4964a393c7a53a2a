/** Back-channel logout: the identity provider says that a session, or a person, is signed out (rule 11). */
import express, { type Router } from 'express';
import { type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Uses } from '../wiring.ts';
import type { IdentityProvider } from './identity-provider.ts';
import type { Sessions } from './sessions.ts';

interface BackChannelOptions extends Uses<'log' | 'activity'> {
  readonly provider: IdentityProvider;
  readonly sessions: Sessions;
}

export function mountBackChannel(router: Router, path: string, options: BackChannelOptions): void {
  const { provider, sessions, activity, log } = options;
  router.post(path, express.urlencoded({ extended: false, limit: '16kb' }), async (request, response) => {
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
    const ended = logout && (await sessions.endAtProvider(logout));
    // A token that was used before is a replay: what it asked for has been done.
    if (!logout || !ended) {
      refuse();
      return;
    }
    if (ended.length > 0)
      await activity.record(null, 'session_ended', logout.sub, {
        by: 'identity provider',
        sessions: ended.length,
      });
    response.status(200).end();
  });
}

/** Checks of a back-channel logout token, OpenID Connect Back-Channel Logout 1.0 section 2.6, on jose. */
export interface LogoutToken {
  readonly jti: string;
  /** Until then (ms since 1970) it must be remembered as used: from then on it is too old to be taken. */
  readonly forget_after: number;
  readonly sub?: string;
  readonly sid?: string;
}

export interface LogoutTokenExpectations {
  readonly issuer: string;
  readonly clientId: string;
  readonly keys: JWTVerifyGetKey;
  readonly algorithms: readonly string[];
  readonly now?: Date;
}

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
/** A token that is older than this is refused, whatever it says itself. */
const MAX_AGE_SECONDS = 300;
/** The provider's clock and ours differ. */
const CLOCK_TOLERANCE_SECONDS = 30;

/** Throws with the reason when the token must not be acted on. */
export async function checkLogoutToken(
  token: string,
  expected: LogoutTokenExpectations,
): Promise<LogoutToken> {
  const { payload } = await jwtVerify(token, expected.keys, {
    issuer: expected.issuer,
    audience: expected.clientId,
    // Never `none`, never a symmetric algorithm: the key set is public.
    algorithms: expected.algorithms.filter((one) => /^(RS|PS|ES)\d{3}$|^EdDSA$/.test(one)),
    maxTokenAge: MAX_AGE_SECONDS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ['iat', 'jti', 'events'],
    currentDate: expected.now,
  });
  if (!isObject(payload.events) || !isObject(payload.events[EVENT]))
    throw new Error('not a logout token: the event is missing');
  // A nonce would make an ID token pass for a logout token.
  if (payload.nonce !== undefined) throw new Error('a logout token must not hold a nonce');
  const sub = typeof payload.sub === 'string' ? payload.sub : undefined;
  const sid = typeof payload.sid === 'string' ? payload.sid : undefined;
  if (sub === undefined && sid === undefined) throw new Error('names neither a session nor a person');
  return {
    jti: String(payload.jti),
    // Whatever end it claims: a token is taken until this long after it was made, no longer.
    forget_after: (Number(payload.iat) + MAX_AGE_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS) * 1000,
    ...(sub === undefined ? {} : { sub }),
    ...(sid === undefined ? {} : { sid }),
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
