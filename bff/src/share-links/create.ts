/** Share links: made and revoked by people who manage loads, opened by people without an account. */
import { BACKGROUND_HEADER } from '@waypost/contract/api/session';
import { SHARE_LINK_ROUTES } from '@waypost/contract/api/share-link-routes';
import { SHARE_TOKEN_HEADER } from '@waypost/contract/api/share-links';
import type { Router } from 'express';
import { networkOf, tooManyRequests } from '../http/rate-limits.ts';
import { mountRoutes } from '../http/route.ts';
import type { Capability } from '../lib/capability.ts';
import { RateWindow } from '../lib/rate-window.ts';
import type { Wiring } from '../wiring.ts';
import { ShareLinks } from './share-links.ts';

export interface ShareLinksCapability extends Capability {
  /** Mounts what asks for a token in place of a session. */
  readonly mountPublic: (router: Router) => void;
}

/** Of one address: a hundred open pages behind one office, and nobody who tries out tokens. */
export const SHARED_READS_A_MINUTE = 120;
const MOST_NETWORKS = 10_000;

export function createShareLinks(
  options: Pick<Wiring, 'db' | 'activity' | 'board' | 'company'>,
): ShareLinksCapability {
  const links = new ShareLinks(options);
  const asked = new RateWindow(Date.now, MOST_NETWORKS);
  return {
    routes: (router) =>
      mountRoutes(router, SHARE_LINK_ROUTES, {
        listShareLinks: async ({ params }) => ({
          items: await links.list(params.load_id),
        }),
        createShareLink: ({ params, body, session }) => links.create(params.load_id, body, session),
        revokeShareLink: ({ params, session }) => links.revoke(params.share_link_id, session),
      }),
    mountPublic: (router) =>
      mountRoutes(router, SHARE_LINK_ROUTES, {
        readSharedLoad: async ({ request, response }) => {
          const wait = asked.take(networkOf(request.ip ?? ''), SHARED_READS_A_MINUTE);
          if (wait > 0) throw tooManyRequests(wait);
          response.setHeader('X-Robots-Tag', 'noindex, nofollow');
          const opening = request.get(BACKGROUND_HEADER) === undefined;
          return await links.read(request.get(SHARE_TOKEN_HEADER) ?? '', opening);
        },
      }),
  };
}
