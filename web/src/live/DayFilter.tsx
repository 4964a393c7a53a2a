/** A list by days of the person's zone: usual spans by one press, any other by its first and last day. */
import { useState } from 'react';
import { Chips } from '../ui/Chips.tsx';
import { personZone } from '../ui/time.ts';
import { useLayout } from '../ui/use-media.ts';
import { dayOf, daysBefore, isDay } from '../ui/zoned.ts';
import { useNow } from './context.ts';
import { DayField } from './DateTimeField.tsx';

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
      <Day label="From" value={from} onChange={(day) => onChange({ from: day })} />
      <Day
        label="To"
        value={to}
        error={from && to && to < from ? 'Must not be before the “From” day' : undefined}
        onChange={(day) => onChange({ to: day })}
      />
    </>
  );
}

interface DayProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly error?: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

/** What is no day yet stays here: the list is filtered by days alone. */
function Day({ label, value = '', error, onChange }: DayProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <DayField
      label={label}
      size="xs"
      styles={{
        root: {
          flex: '1 1 150px',
          maxWidth: 190,
          display: 'grid',
          gridTemplateColumns: 'auto 1fr',
          alignItems: 'center',
          columnGap: 6,
        },
        label: { minWidth: 32, fontWeight: 400, color: 'var(--wp-text-secondary)' },
        error: { gridColumn: 2 },
      }}
      value={typed ?? value}
      error={error}
      onChange={(next) => {
        const done = next === '' || isDay(next);
        setTyped(done ? null : next);
        if (done) onChange(next || undefined);
      }}
    />
  );
}
