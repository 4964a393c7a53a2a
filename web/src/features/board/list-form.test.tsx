// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DEFAULT_PREFS, prefs, TABLE_WIDTH } from '../../ui/prefs.ts';
import { useLayout, useRailPinned } from '../../ui/use-media.ts';
import { useListForm } from './list-form.tsx';

function resize(width: number, height = 900) {
  const sizes = [vi.spyOn(window, 'innerWidth', 'get'), vi.spyOn(window, 'innerHeight', 'get')];
  for (const [at, size] of sizes.entries()) size.mockReturnValue([width, height][at] as number);
  onTestFinished(() => {
    for (const size of sizes) size.mockRestore();
  });
}

it.each([
  ['the address names its columns', true, null],
  ['the person has chosen it', false, 'table'],
] as const)('is a table beside an open load at 1440 pixels when %s', (_why, with_columns, list_form) => {
  resize(1440);
  prefs.adopt({ ...DEFAULT_PREFS, list_form });
  onTestFinished(() => prefs.adopt(DEFAULT_PREFS));
  const { result } = renderHook(() => useListForm(with_columns, true));
  expect(result.current).toMatchObject({ as_table: true, width: TABLE_WIDTH.beside_panel });
  // The labels of the navigation would take the room.
  expect(renderHook(() => useRailPinned(with_columns)).result.current).toBe(false);
});

it.each([
  ['an upright phone', 390, 844, 'phone', true],
  ['a phone on its side', 844, 390, 'phone', false],
  ['a large phone on its side', 932, 430, 'phone', false],
  ['a low window', 1440, 470, 'phone', false],
  ['a small window, or a large one enlarged', 1024, 500, 'tablet', false],
  ['a desk window without much height', 1440, 700, 'desk', false],
])('has the layout and rows of %s (%i × %i)', (_name, width, height, layout, narrow) => {
  resize(width, height);
  prefs.adopt({ ...DEFAULT_PREFS, list_form: 'table' });
  onTestFinished(() => prefs.adopt(DEFAULT_PREFS));
  expect(renderHook(() => useLayout()).result.current).toBe(layout);
  const { result } = renderHook(() => useListForm(false, false));
  expect(result.current).toMatchObject({ narrow, as_table: layout === 'desk' });
});
