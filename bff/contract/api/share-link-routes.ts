/** Share links of one load. Our own API as data, see routes.ts. */
import { z } from 'zod';
import { uuid } from '../common.ts';
import { route } from './route.ts';
import { createdShareLink, sharedLoad, shareLink, shareLinkCreate, shareLinks } from './share-links.ts';

const loadParams = z.strictObject({ load_id: uuid });

export const SHARE_LINK_ROUTES = {
  listShareLinks: route('GET /api/loads/{load_id}/share-links', {
    summary: 'The share links of a load, newest first, with how often each was opened. Never their tokens',
    right: 'manage_loads',
    params: loadParams,
    responses: { 200: shareLinks },
  }),
  createShareLink: route('POST /api/loads/{load_id}/share-links', {
    summary: 'Creates a share link. This answer holds its token; it cannot be read again',
    right: 'manage_loads',
    params: loadParams,
    body: shareLinkCreate,
    responses: { 201: createdShareLink },
  }),
  revokeShareLink: route('POST /api/share-links/{share_link_id}/revoke', {
    summary: 'Ends a share link for good',
    right: 'manage_loads',
    params: z.strictObject({ share_link_id: uuid }),
    responses: { 200: shareLink },
  }),
  readSharedLoad: route('GET /bff/shared-load', {
    summary:
      'What a share link shows, to whoever sends its token in X-Share-Token. One answer (404) to unknown, expired and revoked ones',
    right: null,
    responses: { 200: sharedLoad },
  }),
} as const;
