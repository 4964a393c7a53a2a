/** Back-channel logout: the identity provider says that a session, or a person, is signed out (rule 11). */

import express, { type Router } from 'express';
import type { Uses } from '../dependencies.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { checkLogoutToken } from './logout-token.ts';
import type { Sessions } from './sessions.ts';

export interface BackChannelOptions extends Uses<'log' | 'activity'> {
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
