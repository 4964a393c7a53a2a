// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { JOB_ROUTES } from '@waypost/contract/api/job-routes';
import { BACKGROUND_HEADER } from '@waypost/contract/api/session';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { pageOf } from '../testing/page.tsx';
import { draw } from '../testing/render.tsx';
import { useRead } from './server-state.ts';

function Part() {
  const [version, setVersion] = useState(1);
  const { dataUpdatedAt } = useRead(JOB_ROUTES.listJobs, ['about', 'this', version], {
    background: ['about', 'this'],
  });
  return (
    <>
      <p>{dataUpdatedAt === 0 ? 'Loading' : `Version ${version}`}</p>
      <button type="button" onClick={() => setVersion(version + 1)}>
        Changed
      </button>
    </>
  );
}
const { Page } = pageOf<object>(() => <Part />);

it('what is read again because it has changed by itself does not keep the session alive', async () => {
  const { user, asked } = await draw(<Page start={{}} />, {
    answers: { 'GET /api/jobs': { body: { items: [] } } },
  });
  await screen.findByText('Version 1');
  await user.click(screen.getByRole('button', { name: 'Changed' }));
  await screen.findByText('Version 2');
  const background = asked.mock.calls
    .filter(([path]) => path === '/api/jobs')
    .map(([, init]) => new Headers(init?.headers).has(BACKGROUND_HEADER));
  expect(background).toEqual([false, true]);
});
