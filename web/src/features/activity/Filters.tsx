/** Which entries are shown: by what was done, and by days of the person's zone. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useId } from 'react';
import { useTold } from '../../live/context.ts';
import { Chips } from '../../ui/Chips.tsx';
import { personZone } from '../../ui/time.ts';
import { dayOf, daysBefore } from './days.ts';
import classes from './Filters.module.css';
import type { ActivitySearch } from './search.ts';
import { ACTION_GROUPS, actionText } from './words.ts';

export type DayFilter = Pick<ActivitySearch, 'action' | 'from' | 'to'>;

const SPANS = [
  { key: 'today', word: 'Today', days: 0 },
  { key: 'week', word: '7 days', days: 6 },
  { key: 'month', word: '30 days', days: 29 },
] as const;

export interface FiltersProps extends DayFilter {
  readonly onChange: (change: DayFilter) => void;
}

export function Filters({ action, from, to, onChange }: FiltersProps) {
  const zone = personZone();
  const today = useTold((now) => dayOf(now, zone));
  const from_of = (days: number) => daysBefore(Date.parse(`${today}T12:00:00Z`), days, 'UTC');
  const known = ACTION_GROUPS.some(({ actions }) => action !== undefined && action in actions);
  const pressed = SPANS.filter(({ days }) => to === undefined && from === from_of(days)).map(
    ({ key }) => key,
  );
  return (
    <div className={classes.filters}>
      <Chips
        label="Filter by time"
        chips={SPANS}
        pressed={pressed}
        onPress={(key) => {
          const days = SPANS.find((span) => span.key === key)?.days ?? 0;
          onChange({ from: pressed.includes(key) ? undefined : from_of(days), to: undefined });
        }}
      />
      <Day label="From" value={from} max={to ?? today} onChange={(day) => onChange({ from: day })} />
      <Day label="To" value={to} min={from} max={today} onChange={(day) => onChange({ to: day })} />
      <NativeSelect
        aria-label="Filter by what was done"
        size="xs"
        className={classes.action}
        value={action ?? ''}
        data={[
          { value: '', label: 'Everything that was done' },
          ...ACTION_GROUPS.map(({ label, actions }) => ({
            group: label,
            items: Object.entries(actions).map(([value, word]) => ({ value, label: word })),
          })),
          ...(action !== undefined && !known ? [{ value: action, label: actionText(action) }] : []),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ action: value || undefined })}
      />
    </div>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly min?: string | undefined;
  readonly max: string;
  readonly onChange: (day: string | undefined) => void;
}

function Day({ label, value, min, max, onChange }: DayProps) {
  const id = useId();
  return (
    <span className={classes.day}>
      <label htmlFor={id}>{label}</label>
      <TextInput
        id={id}
        type="date"
        size="xs"
        value={value ?? ''}
        min={min}
        max={max}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      />
    </span>
  );
}
