/** Where a monitor stands in the list. */
export interface Place {
  readonly id: string;
  readonly at: number;
}

/** Newest first; a total order, so that a page can go on behind any of them. */
export const byAge = (a: Place, b: Place) => b.at - a.at || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
