/** Who may come in, wired together: the identity provider, sessions with their tokens, and tokens that are still to be revoked. */
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Database } from '../store/database.ts';
import { OidcProvider } from './identity-provider.ts';
import type { SecretBox } from './keys.ts';
import { Revocations } from './revocations.ts';
import { Sessions } from './sessions.ts';
import { SessionTokens } from './tokens.ts';

export interface SigningInOptions {
  readonly db: Database;
  readonly box: SecretBox;
  readonly log: Logger;
  readonly config: Config;
  /** A session has ended here. */
  readonly onEnd: (id_hash: string) => void;
}

export function openSigningIn({ db, box, log, config, onEnd }: SigningInOptions) {
  const provider = new OidcProvider(config);
  const tokens = new SessionTokens({
    db,
    box,
    refresh: (refresh_token) => provider.refresh(refresh_token),
    onEnd: (id_hash) => sessions.forget(id_hash),
  });
  const revocations = new Revocations({
    db,
    box,
    log,
    revoke: (refresh_token) => provider.revoke(refresh_token),
  });
  revocations.wake();
  // Not awaited: a provider that is down must not keep the board from starting.
  provider.signInWarning().then(
    (warning) => warning && log.warn(warning),
    () => undefined,
  );
  const sessions = new Sessions({
    db,
    box,
    tokens,
    revocations,
    defaultRoles: config.defaultRoles,
    onEnd,
    idleSeconds: config.sessionIdleSeconds,
    absoluteSeconds: config.sessionAbsoluteSeconds,
  });
  return { provider, tokens, revocations, sessions };
}
