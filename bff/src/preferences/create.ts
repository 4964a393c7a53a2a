/** How the person at the screen likes the product. */
import { PREFERENCE_ROUTES } from '@waypost/contract/api/preference-routes';
import { mount } from '../http/route.ts';
import type { Capability } from '../lib/capability.ts';
import type { Database } from '../store/database.ts';
import { changePreferences, preferencesOf } from '../store/preferences.ts';

export function createPreferences(db: Database): Capability {
  return {
    routes: (router) => {
      mount(router, PREFERENCE_ROUTES.preferences, async ({ session }) => ({
        status: 200,
        body: await preferencesOf(db, session.sub),
      }));
      mount(router, PREFERENCE_ROUTES.changePreferences, async ({ body, session }) => ({
        status: 200,
        body: await changePreferences(db, session.sub, body),
      }));
    },
  };
}
