/** The rate that the service allows is used although each of its answers takes long. */
import { expect, it, onTestFinished, vi } from 'vitest';
import { useServer } from '../../testing/server.ts';
import { id } from '../../testing/tracking.ts';
import { startUpstream } from '../../testing/upstream.ts';

const upstream = await startUpstream();
const { url, signedIn } = await useServer({
  env: { SERVICE_BASE_URL: upstream.url, SERVICE_MAX_RPS: '100' },
});

it('a quarter of a second of reads at the highest rate wait for their answers at once', async () => {
  onTestFinished(() => upstream.stop());
  upstream.answer(() => undefined);
  const admin = await signedIn('admin');
  const load_ids = Array.from({ length: 60 }, (_, n) => id(n + 1));
  await admin.api(`${url}/api/loads`, { method: 'POST', body: { load_ids } });
  const waiting = () => upstream.received.filter(({ url: path }) => path.endsWith('/tracking')).length;
  await vi.waitFor(() => expect(waiting()).toBe(25), { timeout: 9_000, interval: 10 });
});
