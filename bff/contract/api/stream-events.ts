/** Events of the stream `GET /api/events`: who may receive each, and its data. Described at `changeEvent` (board.ts). */
import { z } from 'zod';
import { agreementsEvent } from './agreements.ts';
import { archivedEvent } from './archive.ts';
import { changeEvent, resetEvent, serviceStatus } from './board.ts';
import { bulkEvent } from './bulk.ts';
import { invitationsEvent } from './invitations.ts';
import { loadListsEvent } from './load-lists.ts';
import { boardMonitor } from './monitors.ts';
import { operationsEvent } from './operations.ts';
import { presenceEvent } from './presence.ts';
import type { Right } from './session.ts';
import { viewsEvent } from './views.ts';
import { wallChange } from './wall-load.ts';

/** `right`: that of the routes which return the same data. `wall_data`: what wall screens receive in its place. */
export const STREAM_EVENTS = {
  change: { right: 'read_wall', data: changeEvent, wall_data: wallChange },
  reset: { right: 'read_wall', data: resetEvent },
  status: { right: 'read_wall', data: serviceStatus },
  monitors: { right: 'read', data: z.object({ items: z.array(boardMonitor) }) },
  invitations: { right: 'read', data: invitationsEvent },
  agreements: { right: 'read', data: agreementsEvent },
  operations: { right: 'read', data: operationsEvent },
  bulk: { right: 'manage_onboarding', data: bulkEvent },
  archived: { right: 'read', data: archivedEvent },
  load_lists: { right: 'read', data: loadListsEvent },
  views: { right: 'read', data: viewsEvent },
  presence: { right: 'read', data: presenceEvent },
  session_ended: { right: 'read_wall', data: z.object({ reason: z.string().nullable() }) },
} as const satisfies Readonly<
  Record<string, { readonly right: Right; readonly data: z.ZodType; readonly wall_data?: z.ZodType }>
>;
export type StreamEvent = keyof typeof STREAM_EVENTS;
