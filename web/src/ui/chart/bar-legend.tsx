/** What the patterns, letters and dashes of a bar chart mean; only those that it has. */
import classes from './chart.module.css';
import { fillOf, hatchOf } from './fills.tsx';
import type { LegendEntry } from './legend.tsx';
import type { BarData, Group } from './types.ts';

/** Under a bar that is too narrow for its word. */
export const letterOf = ({ short }: Group): string => short.slice(0, 1);

export interface BarLegendWish {
  /** Of the drawing, whose patterns they are. */
  readonly id: string;
  readonly data: BarData;
  /** Letters stand under the bars. */
  readonly letters: boolean;
}

export function barLegend({ id, data, letters }: BarLegendWish): readonly LegendEntry[] {
  const { categories, groups, stacks } = data;
  const swatch = (fill: string) => <rect className={classes.bar} width={16} height={12} fill={fill} />;
  const named = stacks.length > 1 ? stacks : groups.length > 1 ? groups : [];
  const entries: LegendEntry[] = named.map(({ key, label }, at) => ({
    key,
    label,
    sample: swatch(fillOf(id, at)),
  }));
  if (letters)
    for (const group of groups)
      entries.push({
        key: `(letter) ${group.key}`,
        label: group.label,
        sample: (
          <text className={classes.small} x={16} y={10} textAnchor="end">
            {letterOf(group)}
          </text>
        ),
      });
  if (categories.some(({ part }) => part))
    entries.push({
      key: '(part)',
      label: 'Month to date',
      sample: (
        <>
          {swatch(fillOf(id, 0))}
          <rect width={16} height={12} fill={hatchOf(id)} />
        </>
      ),
    });
  if (categories.some(({ key }) => groups.some((group) => data.estimate?.(key, group.key))))
    entries.push({
      key: '(estimate)',
      label: 'Projected',
      sample: <rect className={classes.estimate} x={0.5} y={0.5} width={15} height={11} />,
    });
  return entries;
}
