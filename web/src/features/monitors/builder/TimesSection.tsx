/** From when to when: in the person's zone and in UTC, with the rules of the service. */
import { Button } from '@mantine/core';
import { MONITOR_DEFAULT_WINDOW_MS, MONITOR_MAX_WINDOW_MS } from '@waypost/contract/monitors';
import { memo } from 'react';
import { useLive } from '../../../live/context.ts';
import { ChosenTime, DateTimeField } from '../../../live/DateTimeField.tsx';
import { useWritingKey } from '../../../ui/prefs.ts';
import shared from '../../../ui/shared.module.css';
import { fromWall, toWall } from '../../../ui/zoned.ts';
import classes from './Builder.module.css';
import { useField } from './field-props.ts';
import type { Act } from './use-draft.ts';
import { windowOf } from './window.ts';

export interface TimesSectionProps {
  readonly starts_at: string | null;
  readonly expires_at: string | null;
  readonly zone: string;
  readonly act: Act;
  readonly onSettle: () => void;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const LENGTHS = [
  [MONITOR_DEFAULT_WINDOW_MS, '3 days (default)'],
  [7 * DAY_MS, '7 days'],
  [MONITOR_MAX_WINDOW_MS, '14 days (longest)'],
] as const;

export const TimesSection = memo(function TimesSection(props: TimesSectionProps) {
  useWritingKey();
  const { starts_at, expires_at, zone, act, onSettle } = props;
  const { clock } = useLive();
  const starts = useField('starts_at');
  const expires = useField('expires_at');
  const window = windowOf({ starts_at, expires_at });
  return (
    <section className={classes.fieldsSection} aria-labelledby="builder-times">
      <div className={classes.fieldsHead}>
        <h2 id="builder-times" className={classes.title}>
          Tracking window
        </h2>
        <span className={shared.note}>{zone.replaceAll('_', ' ')}</span>
      </div>
      <div className={shared.stack}>
        <div className={classes.two}>
          <div className={shared.stack}>
            <DateTimeField
              {...starts}
              label="Starts"
              value={starts_at === null ? '' : toWall(starts_at, zone)}
              zone={zone}
              onChange={(wall) =>
                act({ type: 'times', starts_at: fromWall(wall, zone)?.at ?? null }, 'starts_at')
              }
              onBlur={onSettle}
            />
            {starts_at !== null && (
              <p className={shared.note}>
                <ChosenTime at={starts_at} zone={zone} />
              </p>
            )}
            <div className={classes.choices}>
              <Button
                size="compact-xs"
                onClick={() => {
                  const now = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS;
                  act({ type: 'times', starts_at: new Date(now).toISOString() });
                }}
              >
                Now
              </Button>
            </div>
          </div>
          <div className={shared.stack}>
            <DateTimeField
              {...expires}
              label="Ends"
              value={window ? toWall(window.expires, zone) : ''}
              zone={zone}
              onChange={(wall) =>
                act({ type: 'times', expires_at: fromWall(wall, zone)?.at ?? null }, 'expires_at')
              }
              onBlur={onSettle}
            />
            {window && (
              <p className={shared.note}>
                <ChosenTime at={window.expires} zone={zone} />
              </p>
            )}
            <div className={classes.choices}>
              {LENGTHS.map(([length, word]) => (
                <Button
                  key={length}
                  size="compact-xs"
                  disabled={!window}
                  aria-pressed={window ? window.expires - window.starts === length : false}
                  onClick={() =>
                    window && act({ type: 'times', expires_at: endAfter(window.starts, length) })
                  }
                >
                  {word}
                </Button>
              ))}
            </div>
          </div>
        </div>
        <p className={shared.note}>
          Pings before the start are ignored, so set it close to dispatch. Tracking ends when the truck leaves
          the destination, or at this time: 3 days by default, 14 days at most.
        </p>
      </div>
    </section>
  );
});

/** Null: left to the service, whose default it is. */
function endAfter(starts: number, length: number): string | null {
  return length === MONITOR_DEFAULT_WINDOW_MS ? null : new Date(starts + length).toISOString();
}
