// @vitest-environment happy-dom

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RouterProvider } from '@tanstack/react-router';
import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useApi } from '../api/context.ts';
import { load } from '../testing/loads.ts';
import { draw, type Setup } from '../testing/render.tsx';
import { DEFAULT_PREFS, prefs } from '../ui/prefs.ts';
import { makeRouter } from './pages.tsx';

function App() {
  return <RouterProvider router={makeRouter(useApi().session)} />;
}

async function open(path: string, setup: Setup = {}) {
  history.replaceState(null, '', path);
  return draw(<App />, setup);
}

afterEach(() => {
  prefs.adopt(DEFAULT_PREFS);
  history.replaceState(null, '', '/');
});

describe('preferences changed in another tab', () => {
  it('do not reset form input, even fields that no draft stores', async () => {
    const { user } = await open('/drivers/new', {
      roles: ['onboarding'],
      answers: {
        'GET /api/connections': { body: { items: [], known: 'yes', read_at: null, read_problem: null } },
        'GET /api/agreements': { body: { items: [], known: 'yes', read_at: null, read_problem: null } },
      },
    });
    const field = await screen.findByLabelText<HTMLInputElement>('Password');
    await user.type(field, 'correct horse');
    act(() => prefs.adopt({ length_unit: 'km', time_zone: 'America/Denver', clock: '12' }));
    expect(field.isConnected).toBe(true);
    expect(field.value).toBe('correct horse');
    expect(document.activeElement).toBe(field);
  });

  it('update every text on the page', async () => {
    await open('/?tab=all', { loads: [load()] });
    expect(await screen.findByTitle(/12 mi W of Amarillo/)).toBeDefined();
    act(() => prefs.adopt({ length_unit: 'km' }));
    expect(screen.getByTitle(/19 km W of Amarillo/).textContent).toContain('19 km W of Amarillo');
    expect(screen.queryByText(/12 mi/)).toBeNull();
  });

  it('reach memoized components, which otherwise re-render only when their props change', () => {
    const root = join(import.meta.dirname, '..');
    // Rows of the two longest lists: their content subscribes itself, or shows no numbers.
    const lists = ['features/board/LoadList.tsx', 'features/bulk/RowGrid.tsx'];
    const unsubscribed = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx') && !lists.includes(file))
      .filter((file) => {
        const text = readFileSync(join(root, file), 'utf8');
        const memoized = text.match(/\bmemo\(/g)?.length ?? 0;
        return memoized > (text.match(/^ {2}useFormatKey\(\);/gm)?.length ?? 0);
      });
    expect(unsubscribed).toEqual([]);
  });
});

describe('an address', () => {
  it('chooses the period of the shift report', async () => {
    await open('/shift-report?hours=24');
    const period = await screen.findByLabelText<HTMLSelectElement>('Period');
    expect(period.selectedOptions[0]?.textContent).toBe('Last 24 hours');
  });
});
