/** Checks of a back-channel logout token, OpenID Connect Back-Channel Logout 1.0 section 2.6, on jose. */
import { type JWTVerifyGetKey, jwtVerify } from 'jose';

export interface LogoutToken {
  readonly jti: string;
  /** Seconds since 1970. */
  readonly exp: number;
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
    clockTolerance: 30,
    requiredClaims: ['iat', 'jti', 'events'],
    currentDate: expected.now,
  });
  const events = payload.events as Record<string, unknown> | undefined;
  if (typeof events !== 'object' || events === null || typeof events[EVENT] !== 'object')
    throw new Error('it is no logout token: the event is missing');
  // A nonce would make an ID token pass for a logout token.
  if (payload.nonce !== undefined) throw new Error('a logout token must not hold a nonce');
  const sub = typeof payload.sub === 'string' ? payload.sub : undefined;
  const sid = typeof payload.sid === 'string' ? payload.sid : undefined;
  if (sub === undefined && sid === undefined) throw new Error('it names neither a session nor a person');
  return {
    jti: String(payload.jti),
    exp: payload.exp ?? Number(payload.iat) + MAX_AGE_SECONDS,
    ...(sub === undefined ? {} : { sub }),
    ...(sid === undefined ? {} : { sid }),
  };
}
