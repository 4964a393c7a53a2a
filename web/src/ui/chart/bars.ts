/** Bars before they have a place: their sums, and what is read of them. Pure. */
import type { BarData, Category, Group, Mark } from './types.ts';
import { countText } from './words.ts';

export interface Bar {
  readonly key: string;
  readonly category: Category;
  readonly column: number;
  readonly group: Group;
  readonly row: number;
  readonly parts: readonly { readonly label: string; readonly value: number }[];
  /** 0 where the category is missing, NaN where there is no value. */
  readonly total: number;
  /** Null also where the bar is there already. */
  readonly estimate: number | null;
}

/** Category by category, in each the groups in their order. */
export function barsOf({ categories, groups, stacks, value, estimate }: BarData): readonly Bar[] {
  return categories.flatMap((category, column) =>
    groups.map((group, row): Bar => {
      const parts = category.missing
        ? []
        : stacks.map(({ key, label }) => ({ label, value: value(category.key, group.key, key) }));
      const total = parts.reduce((sum, part) => sum + part.value, 0);
      const expected = category.missing ? null : (estimate?.(category.key, group.key) ?? null);
      return {
        key: `${category.key} ${group.key}`,
        category,
        column,
        group,
        row,
        parts,
        total,
        estimate: expected !== null && expected > total ? expected : null,
      };
    }),
  );
}

/** The highest that a panel has to hold; more than 0. */
export const mostOf = (bars: readonly Bar[]): number =>
  Math.max(1e-9, ...bars.map(({ total, estimate }) => estimate ?? (Number.isNaN(total) ? 0 : total)));

/** @param text exact text of a value, where the number is not */
export function barMarks(
  bars: readonly Bar[],
  text: (category: string, group: string) => string | null = () => null,
): readonly Mark[] {
  const groups = new Set(bars.map(({ group }) => group.key)).size;
  return bars.map(({ key, category, column, group, row, parts, total, estimate }) => {
    const whole = text(category.key, group.key) ?? (Number.isNaN(total) ? 'none' : countText(total));
    const split = parts.length > 1 ? parts.filter(({ value }) => value > 0) : [];
    return {
      key,
      column,
      row,
      title: groups > 1 ? `${category.title}, ${group.label}` : category.title,
      lines: category.missing
        ? [category.missing]
        : [
            whole,
            ...split.map(({ label, value }) => `${label} ${countText(value)}`),
            ...(estimate === null ? [] : [`about ${countText(estimate)} projected`]),
          ],
      note: category.missing ? null : (category.part ?? null),
    };
  });
}
