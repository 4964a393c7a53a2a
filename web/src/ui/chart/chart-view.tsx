/** All charts of a page are drawings or all are tables: one choice, one key (t). The page keeps it, in its address for one. */
import { createContext, type ReactNode, use, useMemo } from 'react';
import { type KeyWords, useShortcuts } from '../keys.ts';

export type ChartView = 'chart' | 'table';

interface Choice {
  readonly view: ChartView;
  readonly turn: () => void;
}

const ChartViewContext = createContext<Choice | null>(null);

const KEYS: KeyWords = [
  [['t'], 'Switch between chart and table'],
  [['←', '→'], 'In a chart: move between values'],
  [['Enter'], 'In a chart: open details'],
];

export interface ChartViewsProps {
  readonly value: ChartView;
  readonly onChange: (view: ChartView) => void;
  readonly children: ReactNode;
}

export function ChartViews({ value, onChange, children }: ChartViewsProps) {
  const choice = useMemo(
    () => ({ view: value, turn: () => onChange(value === 'chart' ? 'table' : 'chart') }),
    [value, onChange],
  );
  useShortcuts({ t: choice.turn }, KEYS);
  return <ChartViewContext value={choice}>{children}</ChartViewContext>;
}

export function useChartView(): Choice {
  const choice = use(ChartViewContext);
  if (!choice) throw new Error('no ChartViews above this chart');
  return choice;
}
