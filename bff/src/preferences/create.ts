/** How the person at the screen likes the product. */

import { defaultPreferencesOf } from '@waypost/contract/api/company';
import { PREFERENCE_ROUTES } from '@waypost/contract/api/preference-routes';
import type { Company } from '../company/company.ts';
import { mountRoutes } from '../http/route.ts';
import type { Capability } from '../lib/capability.ts';
import type { Database } from '../store/database.ts';
import { changePreferences, preferencesOf } from '../store/preferences.ts';

export function createPreferences(db: Database, company: Company): Capability {
  const defaults = () => defaultPreferencesOf(company.settings);
  return {
    routes: (router) =>
      mountRoutes(router, PREFERENCE_ROUTES, {
        preferences: ({ session }) => preferencesOf(db, session.sub, defaults()),
        changePreferences: ({ body, session }) => changePreferences(db, session.sub, body, defaults()),
      }),
  };
}
