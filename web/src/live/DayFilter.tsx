/** A list by days of the person's zone: usual spans by one press, any other by its first and last day. */
import { Group, TextInput } from '@mantine/core';
import { useId } from 'react';
import { Chips } from '../ui/Chips.tsx';
import { dayOf, daysBefore } from '../ui/days.ts';
import { personZone } from '../ui/time.ts';
import { useLayout } from '../ui/use-media.ts';
import { useNow } from './context.ts';

/** First and last day, `2026-11-20`; undefined: no end there. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const SPANS = [
  { key: 'today', word: 'Today', days: 0 },
  { key: 'week', word: '7 days', days: 6 },
  { key: 'month', word: '30 days', days: 29 },
] as const;

export function DayFilter({ from, to, onChange }: Days & { readonly onChange: (change: Days) => void }) {
  const zone = personZone();
  const phone = useLayout() === 'phone';
  const today = useNow((now) => dayOf(now, zone));
  const firstDay = (days: number) => daysBefore(Date.parse(`${today}T12:00:00Z`), days, 'UTC');
  const pressed = SPANS.filter(({ days }) => to === undefined && from === firstDay(days)).map(
    ({ key }) => key,
  );
  return (
    <>
      <div style={{ flexBasis: phone ? '100%' : 'auto' }}>
        <Chips
          label="Filter by time"
          chips={SPANS}
          pressed={pressed}
          onPress={(key) => {
            const days = SPANS.find((span) => span.key === key)?.days ?? 0;
            onChange({ from: pressed.includes(key) ? undefined : firstDay(days), to: undefined });
          }}
        />
      </div>
      <Day label="From" value={from} max={to ?? today} onChange={(day) => onChange({ from: day })} />
      <Day label="To" value={to} min={from} max={today} onChange={(day) => onChange({ to: day })} />
    </>
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
    <Group gap={6} wrap="nowrap" fz={12} c="var(--wp-text-secondary)">
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
    </Group>
  );
}
