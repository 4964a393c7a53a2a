/** Beside the name of the column by which a table is sorted; the order itself is shown by `aria-sort`. Up is ascending. */
export function SortArrow({ order }: { readonly order: 'ascending' | 'descending' | 'none' }) {
  return <span aria-hidden>{order === 'none' ? '' : order === 'ascending' ? ' ↑' : ' ↓'}</span>;
}
