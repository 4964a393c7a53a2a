// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { draw } from '../testing/render.tsx';
import { whenFirstViewReady } from '../ui/deferred.tsx';
import { PageFrame } from './PageFrame.tsx';

it('a page that is opened before the board was complete has what follows the first view too', async () => {
  const onReady = vi.fn();
  void whenFirstViewReady().then(onReady);
  await draw(<PageFrame title="Fleets">None</PageFrame>);
  await vi.waitFor(() => expect(onReady).toHaveBeenCalledOnce());
});
