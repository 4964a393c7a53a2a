import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { addActivity, listActivity } from './activity.ts';
import type { Database } from './database.ts';

describeOnBothDatabases('the search of the activity log', (fresh) => {
  const add = (db: Database, at: number, target: string, name = 'Ann') =>
    addActivity(db, {
      id: randomUUID(),
      at,
      sub: 's',
      name,
      action: 'create_site',
      target,
      outcome: 'done',
      detail: JSON.stringify({ note: 'Straße 5_b' }),
    });
  const targets = async (db: Database, words: string[], limit = 10) =>
    (await listActivity(db, { words, limit })).map(({ target }) => target);

  it('finds a name regardless of case, accents and their encoding', async () => {
    const { db } = await (await fresh()).open();
    await add(db, 1, 'a', 'Ángel Núñez');
    await add(db, 2, 'b', 'Angela');
    // The accent is a separate character here.
    await add(db, 3, 'c', 'A\u0301ngel');
    for (const word of ['Ángel', 'ángel', 'ÁNGEL', 'angel', 'A\u0301ngel'])
      expect(await targets(db, [word]), word).toEqual(['c', 'b', 'a']);
    expect(await targets(db, ['NUÑEZ', 'angel'])).toEqual(['a']);
  });

  it('finds what a word stands for beside what is stored: kinds, subjects, acts of nobody', async () => {
    const { db } = await (await fresh()).open();
    await add(db, 1, 'a');
    await add(db, 2, 'b');
    const of = { outcome: 'done', detail: null, id: randomUUID() };
    await addActivity(db, { ...of, at: 3, sub: null, name: null, action: 'remind_fleet', target: 'c' });
    const found = async (words: string[], more: object) => {
      const meaningOf = (word: string) => ({
        actions: [],
        texts: [],
        targets: [],
        by_nobody: false,
        ...(word === 'sandpiper' && more),
      });
      const rows = await listActivity(db, { words, meaningOf, limit: 10 });
      return rows.map(({ target }) => target);
    };
    expect(await found(['sandpiper'], {})).toEqual([]);
    expect(await found(['sandpiper'], { targets: ['b', 'c'] })).toEqual(['c', 'b']);
    expect(await found(['Sandpiper', 'ann'], { targets: ['b', 'c'] })).toEqual(['b']);
    expect(await found(['sandpiper'], { actions: ['create_site'] })).toEqual(['b', 'a']);
    expect(await found(['sandpiper'], { texts: ['remind_fl'] })).toEqual(['c']);
    expect(await found(['sandpiper'], { by_nobody: true })).toEqual(['c']);
  });

  it('can leave out successful sign-ins, but never failed ones', async () => {
    const { db } = await (await fresh()).open();
    const of = { sub: 's', name: 'Ann', target: null, detail: null };
    await addActivity(db, { ...of, id: randomUUID(), at: 1, action: 'sign_in', outcome: 'done' });
    await addActivity(db, { ...of, id: randomUUID(), at: 2, action: 'sign_in', outcome: 'failed' });
    await addActivity(db, { ...of, id: randomUUID(), at: 3, action: 'sign_out', outcome: 'done' });
    await add(db, 4, 'a');
    const at = async (without_sessions: boolean) =>
      (await listActivity(db, { without_sessions, limit: 10 })).map((row) => row.at);
    expect(await at(true)).toEqual([4, 2]);
    expect(await at(false)).toEqual([4, 3, 2, 1]);
  });

  it('can leave out what bulk jobs did to their rows, and show that of one job', async () => {
    const { db } = await (await fresh()).open();
    const row = { sub: 's', name: 'Ann', action: 'create_invitation', outcome: 'done', detail: null };
    await add(db, 1, 'by hand');
    await addActivity(db, { ...row, id: randomUUID(), at: 2, target: 'CARRIER-1', job_id: 'job-1' });
    await addActivity(db, { ...row, id: randomUUID(), at: 3, target: 'CARRIER-2', job_id: 'job-2' });
    const of = async (job_id: string | null | undefined) =>
      (await listActivity(db, { job_id, limit: 10 })).map(({ target }) => target);
    expect(await of(undefined)).toEqual(['CARRIER-2', 'CARRIER-1', 'by hand']);
    expect(await of(null)).toEqual(['by hand']);
    expect(await of('job-1')).toEqual(['CARRIER-1']);
  });

  it('treats search text literally, without wildcards', async () => {
    const { db } = await (await fresh()).open();
    await add(db, 1, '100%');
    await add(db, 2, '100 back\\slash');
    expect(await targets(db, ['%'])).toEqual(['100%']);
    expect(await targets(db, ['_b'])).toEqual(['100 back\\slash', '100%']);
    expect(await targets(db, ['0_'])).toEqual([]);
    expect(await targets(db, ['k\\s'])).toEqual(['100 back\\slash']);
  });

  it('searches a long log in parts, and finds the oldest rows across pages', async () => {
    const { db } = await (await fresh()).open();
    const row = { sub: 's', name: 'Ann', action: 'sign_in', outcome: 'done', detail: null, search: 'x' };
    const rows = Array.from({ length: 3_500 }, (_, n) => ({
      ...row,
      id: randomUUID(),
      at: 1_000 + Math.floor(n / 40),
      target: null,
    }));
    for (let n = 0; n < rows.length; n += 500)
      await db
        .insertInto('activity')
        .values(rows.slice(n, n + 500))
        .execute();
    await add(db, 1, 'Ápril');
    await add(db, 1_030, 'april 2');
    await add(db, 9_999, 'APRIL 3');
    expect(await targets(db, ['april'])).toEqual(['APRIL 3', 'april 2', 'Ápril']);
    const [first] = await listActivity(db, { words: ['april'], limit: 1 });
    const rest = await listActivity(db, { words: ['april'], after: first, limit: 5 });
    expect(rest.map(({ target }) => target)).toEqual(['april 2', 'Ápril']);
  });
});
