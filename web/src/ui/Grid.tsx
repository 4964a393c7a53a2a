/**
 * Parts of a grid (ARIA) made of divs: table elements cannot hold rows that are placed one by one. The grid itself holds
 * the focus and points at its active row, so rows and cells take none.
 */
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

/**
 * Keys that move in a list whose rows are no tab stops of their own: arrows, j and k, pages, both ends.
 *
 * @param at the row one is at; -1: none yet
 * @param jump rows of a page
 * @returns the row the key leads to, within the list; undefined: the key does not move
 */
export function rowFor(key: string, at: number, count: number, jump = 10): number | undefined {
  const moves: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    j: at + 1,
    ArrowUp: at - 1,
    k: at - 1,
    PageDown: at + jump,
    PageUp: at - jump,
    Home: 0,
    End: count - 1,
  };
  const to = moves[key];
  return to === undefined ? undefined : Math.max(0, Math.min(count - 1, to));
}
