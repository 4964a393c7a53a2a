import { z } from 'zod';
import { uuid } from '../common.ts';
import { forMachines, LIMITED, route } from './route.ts';
import { createdShareLink, sharedLoad, shareLink, shareLinkCreate, shareLinks } from './share-links.ts';

const loadParams = z.strictObject({ load_id: uuid });

const PEOPLE = {
  listShareLinks: route('GET /api/loads/{load_id}/share-links', {
    summary: 'List share links of a load, newest first, with view counts and without tokens',
    right: 'manage_loads',
    params: loadParams,
    responses: { 200: shareLinks },
  }),
  createShareLink: route('POST /api/loads/{load_id}/share-links', {
    summary: 'Create a share link. Only this response contains its token',
    right: 'manage_loads',
    params: loadParams,
    body: shareLinkCreate,
    responses: { 201: createdShareLink },
  }),
  revokeShareLink: route('POST /api/share-links/{share_link_id}/revoke', {
    summary: 'Revoke a share link permanently',
    right: 'manage_loads',
    params: z.strictObject({ share_link_id: uuid }),
    responses: { 200: shareLink },
  }),
  readSharedLoad: route('GET /bff/shared-load', {
    summary:
      'Get what a share link shows, with its token in X-Share-Token. 404 for unknown, expired and revoked links alike',
    right: null,
    responses: { 200: sharedLoad },
  }),
} as const;

export const SHARE_LINK_ROUTES = {
  ...PEOPLE,
  machineListShareLinks: forMachines(PEOPLE.listShareLinks, 'manage_loads', LIMITED),
  machineCreateShareLink: forMachines(PEOPLE.createShareLink, 'manage_loads', {
    ...LIMITED,
    problems: [409],
  }),
  machineRevokeShareLink: forMachines(PEOPLE.revokeShareLink, 'manage_loads'),
} as const;
