/**
 * A day and a time in one field, on the person's clock. It is typed as people write it, or the day is picked from the browser's
 * calendar. What cannot be read stays as it was typed, with what to write instead.
 */
import { ActionIcon, TextInput, type TextInputProps } from '@mantine/core';
import { useRef, useState } from 'react';
import { dayOf } from '../ui/days.ts';
import { IconCalendar } from '../ui/icons.ts';
import { parseWall, wallText } from '../ui/parse-wall.ts';
import { personZone, zoneName } from '../ui/time.ts';
import { fromWall, minuteText, toWall, type WallTime } from '../ui/zoned.ts';
import { useLive } from './context.ts';

export interface DateTimeFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'label'> {
  readonly label: string;
  /** Empty: none. What is no time is shown as it is. */
  readonly value: WallTime;
  /** What cannot be read is handed over as it was typed: `fromWall` gives null for it. */
  readonly onChange: (value: WallTime) => void;
  /** IANA; the person's own unless given. */
  readonly zone?: string;
}

const isTime = (value: string, zone: string) => fromWall(value, zone) !== null;
const HOUR_MS = 3_600_000;

export function DateTimeField({ value, onChange, zone = personZone(), ...input }: DateTimeFieldProps) {
  const { clock } = useLive();
  /** What is in the field while it is not written as we would, and the time that it means. */
  const [typed, setTyped] = useState<{ readonly text: string; readonly wall: WallTime | null } | null>(null);
  const [left, setLeft] = useState(true);
  const field = useRef<HTMLInputElement | null>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const valid = isTime(value, zone);
  // A value from elsewhere, such as a button beside the field, wins over what was typed before.
  const shown = typed && (typed.wall === null ? !valid : typed.wall === value) ? typed.text : null;
  const today = dayOf(clock.now(), zone);
  const text = shown ?? (valid ? wallText(value, today) : value);
  const unread = left && text.trim() !== '' && !valid;
  const example = wallText(toWall(clock.now() + HOUR_MS, zone), today);
  const change = (next: string) => {
    const wall = parseWall(next, today, valid ? value.slice(0, 10) : today);
    setTyped({ text: next, wall });
    onChange(wall ?? next);
  };
  return (
    <TextInput
      autoComplete="off"
      placeholder={`e.g. ${example}`}
      {...input}
      ref={(element) => {
        field.current = element;
        const { ref } = input;
        if (typeof ref === 'function') return ref(element);
        if (ref) ref.current = element;
      }}
      value={text}
      error={unread ? `Enter a day and time, e.g. ${example}` : input.error}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onFocus={(event) => {
        setLeft(false);
        input.onFocus?.(event);
      }}
      onBlur={(event) => {
        setLeft(true);
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
                // Without a time yet, one is typed behind the day.
                if (valid) onChange(day + value.slice(10));
                else change(wallText(`${day}T00:00`).replace(/\S+( [AP]M)?$/, ''));
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

/** When clocks are changed. */
export const ODD_TIME = {
  twice: 'Clocks go back that day, so this time occurs twice. The first one is used.',
  skipped: 'Clocks go forward that day.',
} as const;

/** Under the field: the time with its zone, in UTC, and what is odd about it. */
export function ChosenTime({ at, zone }: { readonly at: string | number; readonly zone: string }) {
  const odd = fromWall(toWall(at, zone), zone)?.odd ?? null;
  return (
    <>
      {zoneName(at, zone)}
      {zoneName(at, zone) !== 'UTC' && ` (${minuteText(at, 'UTC')})`}
      {odd && (
        <>
          <br />
          {ODD_TIME[odd]}
        </>
      )}
    </>
  );
}
