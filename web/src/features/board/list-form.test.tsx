// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { expect, it, onTestFinished } from 'vitest';
import { DEFAULT_PREFS, prefs, TABLE_WIDTH } from '../../ui/prefs.ts';
import { useRailPinned } from '../../ui/use-media.ts';
import { useListForm } from './list-form.tsx';

it.each([
  ['the address names its columns', true, null],
  ['the person has chosen it', false, 'table'],
] as const)('is a table beside an open load at 1440 pixels when %s', (_why, with_columns, list_form) => {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: object): void } };
  happyDOM.setViewport({ width: 1440 });
  prefs.adopt({ ...DEFAULT_PREFS, list_form });
  onTestFinished(() => prefs.adopt(DEFAULT_PREFS));
  const { result } = renderHook(() => useListForm(with_columns, true));
  expect(result.current).toMatchObject({ as_table: true, width: TABLE_WIDTH.beside_panel });
  // The labels of the navigation would take the room.
  expect(renderHook(() => useRailPinned(with_columns)).result.current).toBe(false);
});
