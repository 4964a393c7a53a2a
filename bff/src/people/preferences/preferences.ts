import { defaultPreferencesOf } from '@waypost/contract/api/company';
import { PREFERENCE_ROUTES } from '@waypost/contract/api/preference-routes';
import {
  DEFAULT_PREFERENCES,
  type PersonPreferences,
  type Preferences,
  type PreferencesChange,
  preferencesChange,
} from '@waypost/contract/api/preferences';
import { mountRoutes } from '../../platform/http/route.ts';
import type { Capability } from '../../platform/lib/capability.ts';
import type { Database } from '../../platform/store/database.ts';
import { putRows, rowsOf } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import type { Company } from '../company/company.ts';

interface PreferencesCapability extends Capability {
  readonly preferencesOf: (sub: string) => Promise<Preferences>;
}

export function createPreferences(db: Database, company: Company): PreferencesCapability {
  const defaults = () => defaultPreferencesOf(company.settings);
  return {
    preferencesOf: async (sub: string) => (await preferencesOf(db, sub, defaults())).preferences,
    routes: (router) =>
      mountRoutes(router, PREFERENCE_ROUTES, {
        preferences: ({ session }) => preferencesOf(db, session.sub, defaults()),
        changePreferences: ({ body, session }) => changePreferences(db, session.sub, body, defaults()),
      }),
  };
}

/** All preferences, with `defaults` for those never chosen. A stored value that is no longer valid counts as never chosen. */
export async function preferencesOf(
  db: Database,
  sub: string,
  defaults: Preferences = DEFAULT_PREFERENCES,
): Promise<PersonPreferences> {
  const rows = await rowsOf(db, 'preference', { sub });
  const preferences: Preferences = { ...defaults };
  for (const { key, value } of rows) {
    const parsed = preferencesChange.safeParse({ [key]: JSON.parse(value) as unknown });
    if (parsed.success) Object.assign(preferences, parsed.data);
  }
  return { preferences, version: rows.reduce((newest, { version }) => Math.max(newest, version), 0) };
}

/** Writes only the given keys. Of two concurrent writers both count; for the same key the last one. */
export async function changePreferences(
  db: Database,
  sub: string,
  change: PreferencesChange,
  defaults: Preferences = DEFAULT_PREFERENCES,
): Promise<PersonPreferences> {
  await inTransaction(db, async (trx) => {
    for (const [key, value] of Object.entries(change)) {
      if (value === undefined) continue;
      const [newest] = await rowsOf(trx, 'preference', { sub }, ['-version'], 1);
      const row = { sub, key, value: JSON.stringify(value), version: (newest?.version ?? 0) + 1 };
      await putRows(trx, 'preference', ['sub', 'key'], [row]);
    }
  });
  return preferencesOf(db, sub, defaults);
}
