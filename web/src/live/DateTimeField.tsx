/** A field for a day, or a day and a time, in the person's time zone: typed freely, or picked from a calendar. */
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { DAY_MS } from '@waypost/contract/common';
import { useRef, useState } from 'react';
import { Chips } from '../ui/Chips.tsx';
import { IconCalendar } from '../ui/icons.ts';
import { personZone, zoneName } from '../ui/time.ts';
import { useLayout } from '../ui/use-media.ts';
import {
  dayOf,
  daysBefore,
  dayText,
  fromWall,
  isDay,
  minuteText,
  parseDay,
  parseTime,
  toWall,
  wallText,
} from '../ui/zoned.ts';
import { useLive, useNow } from './context.ts';

interface FieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'label'> {
  readonly label: string;
  /** IANA name; default: the person's own zone. */
  readonly zone?: string;
  /** `2026-11-20`, or with a time a `WallTime`. Empty: no value. Any other text is shown unchanged. */
  readonly value: string;
  /** Receives unreadable text unchanged; `fromWall` returns null for it, and `isDay` false. */
  readonly onChange: (value: string) => void;
  /** ISO 8601: the example is before this. */
  readonly exampleBefore?: string | null;
}

interface Notation {
  readonly expected: string;
  readonly isValid: (value: string, zone: string) => boolean;
  /** @param value the value before it was typed over; null when it was empty or invalid */
  readonly parse: (text: string, now: number, zone: string, value: string | null) => string | null;
  readonly write: (value: string, today: string) => string;
  /** @param end milliseconds since 1970 */
  readonly example: (now: number, zone: string, end: number) => string;
  /** Says how the text is understood, or that it is not, while it is being typed. */
  readonly explains?: boolean;
  /** The new value when a day is picked; null when a time still has to be typed. */
  readonly onDay: (day: string, value: string | null) => string | null;
}

const HOUR_MS = 3_600_000;

const DAY_AND_TIME: Notation = {
  expected: 'a day and time',
  isValid: (value, zone) => fromWall(value, zone) !== null,
  parse: (text, now, zone, value) => parseTime(text, now, zone, { day: value?.slice(0, 10) }),
  write: wallText,
  example: (now, zone, end) => {
    const at = end > now ? Math.min(now + HOUR_MS, (now + end) / 2) : now + HOUR_MS;
    return wallText(toWall(at, zone), dayOf(now, zone));
  },
  onDay: (day, value) => value && day + value.slice(10),
};

export const AHEAD_EXAMPLES = '14:30, 2:30p, in 3h, Sat 8am';

const TIME_AHEAD: Notation = {
  ...DAY_AND_TIME,
  expected: 'a time',
  parse: (text, now, zone, value) => parseTime(text, now, zone, { day: value?.slice(0, 10), ahead: true }),
  example: () => AHEAD_EXAMPLES,
  explains: true,
};

const DAY: Notation = {
  expected: 'a day',
  isValid: isDay,
  parse: (text, now, zone) => parseDay(text, dayOf(now, zone)),
  write: dayText,
  example: (now, zone) => dayText(dayOf(now, zone), dayOf(now, zone)),
  onDay: (day) => day,
};

/** ` CST`, ` UTC` at the end. */
const ZONE_AT_END = /\s+(?:[a-z]{1,4}t|utc|gmt|z)$/i;

/** What is wrong with a text that cannot be read, as a sentence; empty when that is not known. */
function fault(text: string, notation: Notation, now: number, zone: string): string {
  const reads = (other: string) => notation.parse(other, now, zone, null) !== null;
  if (reads(text.replace(/\b(29|3[01])\b/, '28'))) return 'There is no such day. ';
  if (reads(text.replace(ZONE_AT_END, '')))
    return `The time is in ${zoneName(now, zone)}: leave out the zone. `;
  const is_day = parseDay(text, dayOf(now, zone)) !== null;
  return is_day ? 'The time is missing. ' : '';
}

/** A field that cannot be filled in looks like that. */
const LOCKED = {
  input: { background: 'var(--wp-raised)', color: 'var(--wp-text-secondary)', cursor: 'default' },
};

export const DateTimeField = (props: FieldProps) => <TypedField {...props} notation={DAY_AND_TIME} />;
/** For a time that lies ahead: without a day, one that has passed is tomorrow's. */
export const TimeAheadField = (props: FieldProps) => <TypedField {...props} notation={TIME_AHEAD} />;
export const DayField = (props: FieldProps) => <TypedField {...props} notation={DAY} />;

/** The text being edited, its parsed value, and the value that was there before; null when the field shows the formatted value. */
interface Typed {
  readonly text: string;
  readonly value: string | null;
  readonly before: string | null;
}

type TypedFieldProps = FieldProps & { readonly notation: Notation };

function TypedField(props: TypedFieldProps) {
  const { notation, value, onChange, zone = personZone(), exampleBefore, ...input } = props;
  const { clock } = useLive();
  const [typed, setTyped] = useState<Typed | null>(null);
  const [blurred, setBlurred] = useState(true);
  const field = useRef<HTMLInputElement>(null);
  const ref = useMergedRef(field, input.ref);
  const calendar = useRef<HTMLInputElement>(null);
  const valid = notation.isValid(value, zone);
  // A value set from outside, such as by a button next to the field, replaces the typed text.
  const shown = typed && (typed.value === null ? !valid : typed.value === value) ? typed.text : null;
  const today = dayOf(clock.now(), zone);
  const text = shown ?? (valid ? notation.write(value, today) : value);
  const unreadable = blurred && text.trim() !== '' && !valid;
  const end = exampleBefore ? Date.parse(exampleBefore) : Number.POSITIVE_INFINITY;
  const example = notation.example(clock.now(), zone, end);
  const unknown = !unreadable && !input.error && `Not understood: try ${example}`;
  const change = (next: string) => {
    // Half a time may already mean tomorrow, and must not move the whole one there.
    const before = shown === null ? (valid ? value : null) : (typed?.before ?? null);
    const parsed = notation.parse(next, clock.now(), zone, before);
    setTyped({ text: next, value: parsed, before });
    onChange(parsed ?? next);
  };
  return (
    <TextInput
      autoComplete="off"
      placeholder={`e.g. ${example}`}
      {...(input.readOnly && { styles: LOCKED })}
      {...input}
      ref={ref}
      value={text}
      description={
        notation.explains && text.trim() !== '' && (shown !== null || !valid)
          ? valid
            ? notation.write(value, today)
            : unknown
          : input.description
      }
      error={
        unreadable
          ? `${fault(text, notation, clock.now(), zone)}Enter ${notation.expected}, e.g. ${example}`
          : input.error
      }
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onFocus={(event) => {
        setBlurred(false);
        input.onFocus?.(event);
      }}
      onBlur={(event) => {
        setBlurred(true);
        if (valid) setTyped(null);
        input.onBlur?.(event);
      }}
      rightSectionPointerEvents="all"
      rightSection={
        !input.readOnly &&
        !input.disabled && (
          <span style={{ position: 'relative' }}>
            <input
              ref={calendar}
              type="date"
              tabIndex={-1}
              aria-hidden="true"
              style={{ position: 'absolute', inset: 0, opacity: 0, pointerEvents: 'none' }}
              value={valid ? value.slice(0, 10) : ''}
              onChange={({ currentTarget }) => {
                const day = currentTarget.value;
                if (day === '') return;
                const next = notation.onDay(day, valid ? value : null);
                if (next === null) change(`${dayText(day)}, `);
                else onChange(next);
                field.current?.focus();
              }}
            />
            <ActionIcon
              size={24}
              aria-label={`Pick the day: ${input.label}`}
              onClick={() => calendar.current?.showPicker()}
            >
              <IconCalendar size={16} aria-hidden />
            </ActionIcon>
          </span>
        )
      }
    />
  );
}

/** Why a time cannot be chosen, for a field's error; null: it can. @param at ISO 8601; undefined: it could not be read */
export function aheadProblem(at: string | undefined, now: number, max_ms: number): string | null {
  if (at === undefined) return 'Enter a day and a time';
  const left = Date.parse(at) - now;
  if (left <= 0) return 'Choose a time in the future';
  return left > max_ms ? `Choose a time within ${Math.round(max_ms / DAY_MS)} days` : null;
}

export const CLOCK_CHANGE_NOTES = {
  twice: 'Clocks go back that day, so this time occurs twice. The first one is used.',
  skipped: 'Clocks go forward that day and skip this time. One hour later is used.',
} as const;

/** Shown under the field: time zone, the time in UTC, and a note when a daylight saving change affects it. */
export function ChosenTime({ at, zone }: { readonly at: string | number; readonly zone: string }) {
  const odd = fromWall(toWall(at, zone), zone)?.odd ?? null;
  return (
    <>
      {zoneName(at, zone)}
      {zoneName(at, zone) !== 'UTC' && ` (${minuteText(at, 'UTC')})`}
      {odd && (
        <>
          <br />
          {CLOCK_CHANGE_NOTES[odd]}
        </>
      )}
    </>
  );
}

/** Filters a list by days in the person's time zone: common ranges as chips, or any first and last day. */

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
      <Day
        label="From"
        value={from}
        error={from && from > today ? 'This day has not begun' : undefined}
        onChange={(day) => onChange({ from: day })}
      />
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

/** Holds text that is not a valid day yet, because the filter accepts only valid days. */
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
        const complete = next === '' || isDay(next);
        setTyped(complete ? null : next);
        if (complete) onChange(next || undefined);
      }}
    />
  );
}
