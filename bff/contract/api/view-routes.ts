import { z } from 'zod';
import { uuid } from '../common.ts';
import { route } from './route.ts';
import { savedView, savedViews, viewChange, viewCreate } from './views.ts';

const viewId = z.strictObject({ view_id: uuid });

export const VIEW_ROUTES = {
  listViews: route('GET /api/views', {
    summary: "List the team's saved views and your own, by name",
    right: 'read',
    responses: { 200: savedViews },
  }),
  createView: route('POST /api/views', {
    summary: 'Save a private view or (with permission to manage loads) a team view. 409 if the name is taken',
    right: 'read',
    body: viewCreate,
    responses: { 201: savedView },
  }),
  updateView: route('PATCH /api/views/{view_id}', {
    summary: 'Replace a view. 409 if someone else has changed it since',
    right: 'read',
    params: viewId,
    body: viewChange,
    responses: { 200: savedView },
  }),
  deleteView: route('DELETE /api/views/{view_id}', {
    summary: 'Delete a view. Links to it then show the board',
    right: 'read',
    params: viewId,
    responses: { 204: null },
  }),
} as const;
