/** Lists of loads page by page, in an order that loads which come and go between two pages do not change. */

/** @param items of one load each */
export function pageByLoad<T extends { readonly load_id: string }>(
  items: readonly T[],
  { cursor, size }: { readonly cursor?: string | undefined; readonly size: number },
): { readonly items: readonly T[]; readonly next_page: string | null } {
  const behind = items
    .filter(({ load_id }) => cursor === undefined || load_id > cursor)
    .sort((a, b) => (a.load_id < b.load_id ? -1 : 1));
  const page = behind.slice(0, size);
  return { items: page, next_page: behind.length > size ? (page.at(-1)?.load_id ?? null) : null };
}
