/** A snooze until a day and a time of one's own, in the person's zone. */
import { Button } from '@mantine/core';
import { SNOOZE_MAX_MS } from '@waypost/contract/api/triage';
import { useState } from 'react';
import { useLive } from '../../../live/context.ts';
import { DateTimeField } from '../../../live/DateTimeField.tsx';
import { personZone, zoneName } from '../../../ui/time.ts';
import { fromWall, toWall } from '../../../ui/zoned.ts';
import classes from './TriageSection.module.css';

const HOUR = 3600_000;

export interface SnoozeFormProps {
  /** @param until ISO 8601 */
  readonly onSnooze: (until: string) => void;
  readonly onCancel: () => void;
}

export function SnoozeForm({ onSnooze, onCancel }: SnoozeFormProps) {
  const { clock } = useLive();
  const zone = personZone();
  const [wall, setWall] = useState(() => toWall(clock.now() + HOUR, zone));
  const [error, setError] = useState<string | null>(null);
  const read = fromWall(wall, zone);
  const send = () => {
    const wrong = wrongTime(read?.at, clock.now());
    setError(wrong);
    if (wrong === null && read) onSnooze(read.at);
  };
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCancel();
      }}
    >
      <DateTimeField
        label={`Snooze until, ${zoneName(read?.at ?? clock.now(), zone)}`}
        description="Ends sooner when something changes."
        autoFocus
        data-autofocus
        value={wall}
        error={error}
        onChange={(text) => {
          setWall(text);
          setError(null);
        }}
      />
      <div className={classes.acts}>
        <Button type="submit" variant="filled">
          Snooze
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  );
}

function wrongTime(at: string | undefined, now: number): string | null {
  if (at === undefined) return 'Enter a day and a time';
  const left = Date.parse(at) - now;
  if (left <= 0) return 'Choose a time in the future';
  return left > SNOOZE_MAX_MS ? 'Choose a time within the next 7 days' : null;
}
