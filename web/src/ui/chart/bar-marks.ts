/** What is read of a bar, under the pointer or by keyboard. */
import type { Bar } from './bar-layout.ts';
import type { BarData, Mark } from './types.ts';
import { countText } from './words.ts';

/** Reading of each bar: its parts where it has several, its sum, and what is expected of it. */
export function barMarks(data: BarData, bars: readonly Bar[]): readonly Mark[] {
  const labels = new Map(data.stacks.map(({ key, label }) => [key, label]));
  return bars.map(({ key, category, group, column, row, parts, total, estimate }) => {
    const title = data.groups.length > 1 ? `${category.title}, ${group.label}` : category.title;
    const split =
      data.stacks.length > 1
        ? parts.map(({ stack, value }) => `${labels.get(stack)} ${countText(value)}`)
        : [];
    const text = category.missing
      ? category.missing
      : [
          countText(total),
          ...split,
          ...(estimate ? [`about ${countText(estimate.value)} projected`] : []),
        ].join(' · ');
    return { key, column, row, title, text, note: category.missing ? null : (category.part ?? null) };
  });
}
