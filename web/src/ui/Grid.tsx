/** ARIA grid as divs, because table elements cannot be positioned absolutely. Only the grid has the focus, not its rows. */
import type { ComponentProps } from 'react';

type DivProps = ComponentProps<'div'>;

export function Grid(props: DivProps) {
  // biome-ignore lint/a11y/useSemanticElements: see above.
  return <div role="grid" tabIndex={0} {...props} />;
}

export function GridRowGroup(props: DivProps) {
  // biome-ignore lint/a11y/useSemanticElements: see above.
  return <div role="rowgroup" {...props} />;
}

export function GridRow(props: DivProps) {
  // biome-ignore lint/a11y/useSemanticElements: see above.
  // biome-ignore lint/a11y/useFocusableInteractive: see above.
  return <div role="row" {...props} />;
}

export function GridCell(props: DivProps) {
  // biome-ignore lint/a11y/useSemanticElements: see above.
  // biome-ignore lint/a11y/useFocusableInteractive: see above.
  return <div role="gridcell" {...props} />;
}

export function GridColumnHeader(props: DivProps) {
  // biome-ignore lint/a11y/useSemanticElements: see above.
  // biome-ignore lint/a11y/useFocusableInteractive: see above.
  return <div role="columnheader" {...props} />;
}

const PAGE_ROWS = 10;

/**
 * Keyboard navigation of a list whose rows are not tab stops: arrows, j and k, Page Up/Down, Home, End.
 * @param at the active row; -1: none
 * @returns the target row, clamped to the list; undefined when the key does not navigate
 */
export function rowFor(key: string, at: number, count: number): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    j: at + 1,
    ArrowUp: at - 1,
    k: at - 1,
    PageDown: at + PAGE_ROWS,
    PageUp: at - PAGE_ROWS,
    Home: 0,
    End: count - 1,
  };
  const to = moves[key];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}
