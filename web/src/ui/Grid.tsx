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
