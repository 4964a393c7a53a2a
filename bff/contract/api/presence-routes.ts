import { presenceRequest } from './presence.ts';
import { route } from './route.ts';

export const PRESENCE_ROUTES = {
  putPresence: route('PUT /api/presence', {
    summary:
      'Tell others which load this page shows and whether its carrier is being called. Renew it every 30 seconds; it ends after 75 seconds of silence. Does not extend the session',
    right: 'read',
    body: presenceRequest,
    responses: { 204: null },
  }),
} as const;
