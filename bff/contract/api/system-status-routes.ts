import { route } from './route.ts';
import { systemStatus } from './system-status.ts';

export const SYSTEM_STATUS_ROUTES = {
  systemStatus: route('GET /api/system-status', {
    summary: 'Get the state of all servers and of what they depend on',
    right: 'administer',
    responses: { 200: systemStatus },
  }),
} as const;
