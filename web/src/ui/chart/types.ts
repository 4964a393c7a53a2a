/** Input of charts. Groups are distinguished by position, never by color, which is reserved for health. */

export interface Category {
  readonly key: string;
  /** Short label on the axis: `Nov`. */
  readonly label: string;
  /** Second line below the label, where a longer period starts: `2026`. */
  readonly under?: string | null;
  readonly title: string;
  /** Why the category is incomplete ("month to date"): its bar is hatched, and the text is shown with its values. */
  readonly part?: string | null;
  /** Why the category has no data ("not loaded"): shown instead of a bar, because a missing bar would look like zero. */
  readonly missing?: string | null;
  /** Position of the current time within the category, 0 to 1; null: outside. */
  readonly now?: number | null;
}

interface Named {
  readonly key: string;
  readonly label: string;
}
/** A panel with its own scale. */
export type Group = Named;
/** A component of a bar: listed in texts and as a table column, not drawn separately. */
export type Stack = Named;

/** Values position the marks and add up to totals; where they are rounded, `text` is displayed. */
export interface BarData {
  readonly categories: readonly Category[];
  readonly groups: readonly Group[];
  readonly stacks: readonly Stack[];
  /** NaN when there is no value. */
  readonly value: (category: string, group: string, stack: string) => number;
  /** Projected final value; null when there is none. */
  readonly estimate?: (category: string, group: string) => number | null;
}

export interface LineData {
  readonly categories: readonly Category[];
  readonly lines: readonly Named[];
  /** Null interrupts the line. */
  readonly value: (category: string, line: string) => number | null;
  /** Exact text of a value; null: the formatted number. */
  readonly text?: (category: string, line: string) => string | null;
}

/** A value that can be hovered or reached with arrow keys. */
export interface Mark {
  readonly key: string;
  readonly column: number;
  readonly row: number;
  /** `November 2026, REST` */
  readonly title: string;
  readonly lines: readonly string[];
  readonly note: string | null;
}

interface TableColumn {
  readonly key: string;
  readonly label: string;
  readonly numeric?: boolean;
  /** Of the values in CSV exports, where the texts have it. */
  readonly unit?: string;
}
export interface TableCell {
  readonly text: string;
  /** Value in CSV exports; default: the text. */
  readonly raw?: string | number | null;
  /** Of the row above; drawn once, where rows stand below each other. */
  readonly repeats?: boolean;
}
export interface TableRow {
  readonly key: string;
  readonly cells: readonly TableCell[];
  /** Has no values. */
  readonly empty?: boolean;
}
export interface TableData {
  readonly columns: readonly TableColumn[];
  /** The first cell of a row is its header. */
  readonly rows: readonly TableRow[];
  /** In place of rows without values below each other. */
  readonly folded?: (count: number) => string;
}
