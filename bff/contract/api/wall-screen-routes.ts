import { z } from 'zod';
import { uuid } from '../common.ts';
import { route } from './route.ts';
import { createdWallScreen, wallOpening, wallScreen, wallScreenCreate, wallScreens } from './wall-screens.ts';

export const WALL_SCREEN_ROUTES = {
  listWallScreens: route('GET /api/wall-screens', {
    summary: 'List wall screens, newest first, without their secrets',
    right: 'administer',
    responses: { 200: wallScreens },
  }),
  createWallScreen: route('POST /api/wall-screens', {
    summary: 'Create a wall screen. Only this response contains the secret of its link',
    right: 'administer',
    body: wallScreenCreate,
    responses: { 201: createdWallScreen },
  }),
  revokeWallScreen: route('POST /api/wall-screens/{wall_screen_id}/revoke', {
    summary:
      'Revoke the link of a wall screen permanently. Its screens go dark within seconds, on every server',
    right: 'administer',
    params: z.strictObject({ wall_screen_id: uuid }),
    responses: { 200: wallScreen },
  }),
  openWallScreen: route('POST /bff/wall', {
    summary:
      'Open a wall screen by the secret of its link: the browser gets a session that only reads the wall board. 404 for unknown and revoked secrets alike',
    right: null,
    body: wallOpening,
    responses: { 204: null },
  }),
} as const;
