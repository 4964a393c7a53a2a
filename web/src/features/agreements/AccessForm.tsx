/** From when to when data are shared: in the person's zone and in UTC, with what a change will do before it is sent. */
import { Button } from '@mantine/core';
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { type RefObject, useId } from 'react';
import { useLive } from '../../live/context.ts';
import { ChosenTime, DateTimeField } from '../../live/DateTimeField.tsx';
import { personZone } from '../../ui/time.ts';
import { fromWall, toWall } from '../../ui/zoned.ts';
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
      <div key={form.discards} className={classes.fields}>
        <div className={classes.field}>
          <DateTimeField
            label="Access starts"
            readOnly={locked}
            value={wall(values.effective_date)}
            error={errors.effective_date}
            zone={zone}
            onChange={(text) => edit({ effective_date: fromWall(text, zone)?.at ?? null })}
          />
          <Chosen at={values.effective_date} zone={zone} none="Not set" />
        </div>
        <div className={classes.field}>
          <DateTimeField
            ref={endRef}
            label="Access ends"
            readOnly={locked}
            value={values.no_end ? '' : wall(values.expiration_date)}
            error={errors.expiration_date}
            zone={zone}
            onChange={(text) => edit({ expiration_date: fromWall(text, zone)?.at ?? null, no_end: false })}
          />
          <Chosen at={values.no_end ? null : values.expiration_date} zone={zone} none="No end" />
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
              Until last need ends
            </Button>
          )}
          <Button size="compact-xs" onClick={() => endAt(later + MONTH_DAYS * DAY_MS)}>
            {MONTH_DAYS} more days
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

interface ChosenProps {
  readonly at: string | null;
  readonly zone: string;
  readonly none: string;
}

const Chosen = ({ at, zone, none }: ChosenProps) => (
  <p className={classes.note}>{at === null ? none : <ChosenTime at={at} zone={zone} />}</p>
);
