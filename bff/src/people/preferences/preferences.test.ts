import { DEFAULT_PREFERENCES, preferencesChange } from '@waypost/contract/api/preferences';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { changePreferences, preferencesOf } from './preferences.ts';

describeOnBothDatabases('preferences', (fresh) => {
  it('are the defaults until somebody chooses', async () => {
    const { db } = await (await fresh()).open();
    expect(await preferencesOf(db, 'anna')).toEqual({ preferences: DEFAULT_PREFERENCES, version: 0 });
  });

  it('are kept per person and key, and the last write of a key wins', async () => {
    const database = await fresh();
    const { db } = await database.open();
    await changePreferences(db, 'anna', { theme: 'dark', length_unit: 'km' });
    const last = await changePreferences(db, 'anna', { theme: 'light', fuel_columns: ['occurred_at'] });
    expect(last.preferences).toMatchObject({
      theme: 'light',
      length_unit: 'km',
      fuel_columns: ['occurred_at'],
    });
    expect(last.version).toBeGreaterThan(2);
    expect((await preferencesOf(db, 'ben')).preferences).toEqual(DEFAULT_PREFERENCES);
    expect(await preferencesOf((await database.open()).db, 'anna')).toEqual(last);
  });

  it('fall back to the default for a stored value that is no longer valid', async () => {
    const { db } = await (await fresh()).open();
    await db
      .insertInto('preference')
      .values({ sub: 'anna', key: 'theme', value: '"sepia"', version: 4 })
      .execute();
    expect(await preferencesOf(db, 'anna')).toEqual({ preferences: DEFAULT_PREFERENCES, version: 4 });
  });
});

it.each([
  [{ theme: 'dark' }, true],
  [{ theme: 'sepia' }, false],
  [{ colour: 'red' }, false],
  [{ time_zone: 'America/Chicago' }, true],
  [{ time_zone: null }, true],
  [{ time_zone: 'Mars/Olympus' }, false],
  [{ default_view: '/?tab=all' }, true],
  [{ default_view: '//evil.example' }, false],
  [{ default_view: '/\\evil.example' }, false],
  [{ default_view: 'https://evil.example' }, false],
  [{ list_width: 400 }, true],
  [{ list_width: 10 }, false],
  [{}, true],
])('%j passes: %s', (change, passes) => {
  expect(preferencesChange.safeParse(change).success).toBe(passes);
});
