/** From when to when data are shared: in the person's zone and in UTC, with what a change will do before it is sent. */
import { Button, TextInput } from '@mantine/core';
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { type RefObject, useId } from 'react';
import { useLive } from '../../live/context.ts';
import { personZone, utcText } from '../../ui/time.ts';
import { fromWall, minuteText, toWall } from '../../ui/zoned.ts';
import classes from './AccessForm.module.css';
import { AccessPreview } from './AccessPreview.tsx';
import { DAY_MS, extensionOf } from './expiry-risk.ts';
import type { DatesForm } from './use-dates-form.ts';

export interface AccessFormProps {
  readonly agreement: BoardAgreement;
  readonly form: DatesForm;
  /** Why the dates cannot be changed; null: they can. */
  readonly disabledReason: string | null;
  readonly form_id: string;
  readonly endRef: RefObject<HTMLInputElement | null>;
  readonly now: number;
}

const MONTH_DAYS = 30;

export function AccessForm({ agreement, form, disabledReason, form_id, endRef, now }: AccessFormProps) {
  const { clock } = useLive();
  const zone = personZone();
  const { values, errors, edit } = form;
  const no_end = useId();
  const locked = disabledReason !== null;
  const wall = (at: string | null) => (at === null ? '' : toWall(at, zone));
  const endAt = (at: number | string) => edit({ no_end: false, expiration_date: new Date(at).toISOString() });
  const later = Math.max(
    clock.now(),
    values.expiration_date === null ? 0 : Date.parse(values.expiration_date),
  );
  return (
    <form
      id={form_id}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.send();
      }}
    >
      <div className={classes.fields}>
        <div className={classes.field}>
          <TextInput
            type="datetime-local"
            label="Access starts"
            readOnly={locked}
            value={wall(values.effective_date)}
            error={errors.effective_date}
            onChange={({ currentTarget }) =>
              edit({ effective_date: fromWall(currentTarget.value, zone)?.at ?? null })
            }
          />
          <Both at={values.effective_date} zone={zone} none="Not set" />
        </div>
        <div className={classes.field}>
          <TextInput
            ref={endRef}
            type="datetime-local"
            label="Access ends"
            readOnly={locked}
            value={values.no_end ? '' : wall(values.expiration_date)}
            error={errors.expiration_date}
            onChange={({ currentTarget }) => {
              const at = fromWall(currentTarget.value, zone)?.at ?? null;
              edit({ expiration_date: at, no_end: false });
            }}
          />
          <Both at={values.no_end ? null : values.expiration_date} zone={zone} none="No end" />
        </div>
      </div>
      {!locked && (
        <div className={classes.choices}>
          <label htmlFor={no_end} className={classes.check}>
            <input
              id={no_end}
              type="checkbox"
              checked={values.no_end}
              onChange={({ currentTarget }) =>
                edit({
                  no_end: currentTarget.checked,
                  expiration_date: values.expiration_date ?? agreement.expiration_date ?? null,
                })
              }
            />
            No end
          </label>
          {agreement.dependents.needed_until !== null && (
            <Button size="compact-xs" onClick={() => endAt(extensionOf(agreement, clock.now()))}>
              Until no longer needed
            </Button>
          )}
          <Button size="compact-xs" onClick={() => endAt(later + MONTH_DAYS * DAY_MS)}>
            {MONTH_DAYS} days more
          </Button>
          <Button size="compact-xs" onClick={() => endAt(Math.floor(clock.now() / 60_000) * 60_000)}>
            End now
          </Button>
        </div>
      )}
      <p className={classes.note}>
        Times {zone.replaceAll('_', ' ')}. These dates start and end access only; the agreement's status does
        not change.
      </p>
      {form.effect && (
        <AccessPreview
          agreement={agreement}
          change={form.change}
          effect={form.effect}
          now={now}
          zone={zone}
        />
      )}
    </form>
  );
}

const ODD = {
  twice: 'Clocks go back that day, so this time occurs twice. The first one is used.',
  skipped: 'Clocks go forward that day.',
} as const;

interface BothProps {
  readonly at: string | null;
  readonly zone: string;
  readonly none: string;
}

function Both({ at, zone, none }: BothProps) {
  if (at === null) return <p className={classes.note}>{none}</p>;
  const odd = fromWall(toWall(at, zone), zone)?.odd ?? null;
  return (
    <p className={classes.note}>
      {minuteText(at, zone)}
      <br />
      {utcText(at).replace(/:\d\d UTC$/, ' UTC')}
      {odd && (
        <>
          <br />
          {ODD[odd]}
        </>
      )}
    </p>
  );
}
