/** How the person at the screen likes the product. */
import { PREFERENCE_ROUTES } from '@waypost/contract/api/preference-routes';
import type { Router } from 'express';
import { mount } from '../http/route.ts';
import type { Database } from '../store/database.ts';
import { changePreferences, preferencesOf } from '../store/preferences.ts';

export function mountPreferences(router: Router, { db }: { db: Database }): void {
  mount(router, PREFERENCE_ROUTES.preferences, async ({ session }) => ({
    status: 200,
    body: await preferencesOf(db, session.sub),
  }));
  mount(router, PREFERENCE_ROUTES.changePreferences, async ({ body, session }) => ({
    status: 200,
    body: await changePreferences(db, session.sub, body),
  }));
}
