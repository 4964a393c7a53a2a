// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { Problem } from '../../api/problem.ts';
import { draw } from '../../testing/render.tsx';
import { prefs, USUAL_PREFS } from '../../ui/prefs.ts';
import { keeping } from './keeping.ts';
import { SettingsView } from './SettingsView.tsx';
import { offsetText, zoneGroups } from './zones.ts';

const PAGES = [
  { to: '/', label: 'Board' },
  { to: '/monitors', label: 'Monitors' },
];
const show = () => draw(<SettingsView pages={PAGES} />);

afterEach(() => {
  prefs.adopt(USUAL_PREFS);
  keeping.set({ phase: 'unread' });
});

describe('the page of settings', () => {
  it('applies units at once, and shows how they read', async () => {
    const { user } = await show();
    expect(screen.getByText('12 mi W of Amarillo, TX · 62 mph · 120 gal · 6.4 mpg')).toBeDefined();
    await user.click(screen.getByRole('radio', { name: 'Kilometers' }));
    await user.click(screen.getByRole('radio', { name: 'Liters' }));
    expect(prefs.get()).toMatchObject({ length_unit: 'km', volume_unit: 'L' });
    expect(screen.getByText('19 km W of Amarillo, TX · 100 km/h · 454 L · 36.8 L/100 km')).toBeDefined();
  });

  it('applies the zone and the clock at once', async () => {
    const { user } = await show();
    await user.selectOptions(screen.getByLabelText('Time zone'), 'America/Denver');
    await user.click(screen.getByRole('radio', { name: '12 hours' }));
    expect(prefs.get()).toMatchObject({ time_zone: 'America/Denver', clock: '12' });
    expect(screen.getByText(/^1:30 PM · Nov 20, 2026, 1:30:00 PM MST$/)).toBeDefined();
    await user.selectOptions(screen.getByLabelText('Time zone'), '');
    expect(prefs.get().time_zone).toBeNull();
  });

  it('takes theme, rows and motion', async () => {
    const { user } = await show();
    for (const name of ['Dark', 'Compact', 'Reduced']) await user.click(screen.getByRole('radio', { name }));
    expect(prefs.get()).toMatchObject({ theme: 'dark', density: 'compact', motion: 'reduced' });
  });

  it('opens a page first, or any address of ours, and refuses others in words', async () => {
    const { user } = await show();
    await user.selectOptions(screen.getByLabelText('Open first'), 'Monitors');
    expect(prefs.get().default_view).toBe('/monitors');
    await user.selectOptions(screen.getByLabelText('Open first'), 'Another page');
    const field = screen.getByLabelText('Address');
    await user.clear(field);
    await user.type(field, '/?tab=all');
    expect(prefs.get().default_view).toBe('/?tab=all');
    await user.clear(field);
    await user.type(field, '//evil.example');
    expect(screen.getByText(/Must start with \//)).toBeDefined();
    expect(prefs.get().default_view).not.toContain('evil');
  });

  it('goes back to the usual, with the way back from that', async () => {
    const { user } = await show();
    expect(screen.queryByRole('button', { name: 'Reset to defaults' })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Kilometers' }));
    await user.click(screen.getByRole('button', { name: 'Reset to defaults' }));
    expect(prefs.get().length_unit).toBe('mi');
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(prefs.get().length_unit).toBe('km');
  });

  it('says whether they are on the server, and why not', async () => {
    await show();
    act(() => keeping.set({ phase: 'kept' }));
    expect(screen.getByText(/Saved/)).toBeDefined();
    const problem = new Problem({ code: 0, reason: 'offline', message: 'This computer is offline' });
    act(() => keeping.set({ phase: 'waiting', problem }));
    expect(screen.getByText(/This computer is offline.*apply in this browser/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });
});

describe('zones', () => {
  const NOVEMBER = Date.parse('2026-11-20T20:30:00Z');
  it('tell how far they are from UTC at this time of the year', () => {
    expect(offsetText('America/Chicago', NOVEMBER)).toBe('UTC−6');
    expect(offsetText('America/Chicago', Date.parse('2026-07-01T00:00:00Z'))).toBe('UTC−5');
    expect(offsetText('UTC', NOVEMBER)).toBe('UTC');
  });
  it('stand by region after the usual ones', () => {
    const groups = zoneGroups(NOVEMBER, ['Asia/Tokyo', 'America/Argentina/Salta', 'UTC']);
    expect(groups.map(({ region }) => region)).toEqual(['Common', 'Asia', 'America']);
    expect(groups[2]?.zones).toEqual([
      { zone: 'America/Argentina/Salta', label: 'Argentina, Salta (UTC−3)' },
    ]);
  });
});
