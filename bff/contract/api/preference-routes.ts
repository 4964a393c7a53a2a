import { personPreferences, preferencesChange } from './preferences.ts';
import { route } from './route.ts';

export const PREFERENCE_ROUTES = {
  preferences: route('GET /api/preferences', {
    summary: 'Get your preferences, with defaults for those never set',
    right: 'read_wall',
    responses: { 200: personPreferences },
  }),
  changePreferences: route('PATCH /api/preferences', {
    summary: 'Change some preferences; returns all of them',
    right: 'read',
    body: preferencesChange,
    responses: { 200: personPreferences },
  }),
} as const;
