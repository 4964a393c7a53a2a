/** Templates of two administrators who write at the same time. */
import { DEFAULT_TEMPLATES } from '@waypost/contract/api/message-text';
import { expect, it } from 'vitest';
import { Activity } from '../../platform/activity/activity.ts';
import { describeOnBothDatabases } from '../../testing/databases.ts';
import { silentLog } from '../../testing/tracking.ts';
import { Templates } from './templates.ts';

const ANA = { sub: 'ana', name: 'Ana' };
const message = (subject: string) => ({ subject, text: 'Open {link}' });

describeOnBothDatabases('message templates', (fresh) => {
  async function opened(database: Awaited<ReturnType<typeof fresh>>) {
    const { db } = await database.open();
    return new Templates({ db, activity: new Activity(db, silentLog), now: Date.now });
  }

  it("are not written over a colleague's change", async () => {
    const templates = await opened(await fresh());
    await templates.write('en', { ...message('Join us'), before: DEFAULT_TEMPLATES.en }, ANA);
    const stale = { ...message('Share your data'), before: DEFAULT_TEMPLATES.en };
    await expect(templates.write('en', stale, ANA)).rejects.toMatchObject({
      code: 412,
      message: 'Ana has just changed this message',
    });
    expect(await templates.of('en')).toMatchObject(message('Join us'));
    await templates.write('en', { ...message('Share your data'), before: message('Join us') }, ANA);
    expect(await templates.of('en')).toMatchObject(message('Share your data'));
  });

  it('of two writers at the same moment, one is refused', async () => {
    const database = await fresh();
    const servers = [await opened(database), await opened(database)];
    for (const before of [DEFAULT_TEMPLATES.en, message('First')]) {
      const results = await Promise.allSettled(
        servers.map((templates, at) => templates.write('en', { ...message(`By ${at}`), before }, ANA)),
      );
      expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
      await servers[0]?.write('en', message('First'), ANA);
    }
  });
});
