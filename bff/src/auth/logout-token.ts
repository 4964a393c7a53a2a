/** Checks of a back-channel logout token, OpenID Connect Back-Channel Logout 1.0 section 2.6, on jose. */
import { type JWTVerifyGetKey, jwtVerify } from 'jose';

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
