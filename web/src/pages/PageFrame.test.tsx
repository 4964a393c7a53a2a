// @vitest-environment happy-dom

import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ServiceBanner } from '../frame/ServiceState.tsx';
import { load, MINUTE, NOW, status } from '../testing/loads.ts';
import { draw } from '../testing/render.tsx';
import { whenFirstViewReady } from '../ui/deferred.tsx';
import { PageFrame } from './PageFrame.tsx';

it('a page that is opened before the board was complete has what follows the first view too', async () => {
  const onReady = vi.fn();
  void whenFirstViewReady().then(onReady);
  await draw(<PageFrame title="Fleets">None</PageFrame>);
  await vi.waitFor(() => expect(onReady).toHaveBeenCalledOnce());
});

it('the list of the last visit is announced where it is shown, and not on a page with data of its own', async () => {
  const { store } = await draw(
    <>
      <ServiceBanner />
      <PageFrame title="Fleets">None</PageFrame>
    </>,
    { connection: { phase: 'connecting' } },
  );
  act(() => {
    const draft = store.draft(status(), { shown_from: NOW - MINUTE });
    draft.add([load()]);
    draft.commit();
  });
  expect(screen.getAllByText('From your last visit.')).toHaveLength(1);
});
