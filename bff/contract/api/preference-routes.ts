/** Preferences. Our own API as data, see routes.ts. */
import { personPreferences, preferencesChange } from './preferences.ts';
import { route } from './route.ts';

export const PREFERENCE_ROUTES = {
  preferences: route('GET /api/preferences', {
    summary: "The person's own preferences, with the usual for what was never chosen",
    right: 'read',
    responses: { 200: personPreferences },
  }),
  changePreferences: route('PATCH /api/preferences', {
    summary: 'Changes some of them; answers all',
    right: 'read',
    body: preferencesChange,
    responses: { 200: personPreferences },
  }),
} as const;
