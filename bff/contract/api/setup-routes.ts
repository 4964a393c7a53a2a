import { route } from './route.ts';
import { setup } from './setup.ts';

export const SETUP_ROUTES = {
  setup: route('GET /api/setup', {
    summary: 'List what a new company sets up and you may do, with what is done',
    right: 'read',
    responses: { 200: setup },
  }),
} as const;
