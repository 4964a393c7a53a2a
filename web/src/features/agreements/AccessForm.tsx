/** From when to when data are shared: in the person's zone and in UTC, with what a change will do before it is sent. */
import { Button } from '@mantine/core';
import type { AgreementUpdate } from '@waypost/contract/agreements';
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { type RefObject, useId } from 'react';
import { useLive } from '../../live/context.ts';
import { ChosenTime, DateTimeField } from '../../live/DateTimeField.tsx';
import { IconAlertTriangleFilled } from '../../ui/icons.ts';
import shared from '../../ui/shared.module.css';
import { personZone } from '../../ui/time.ts';
import { fromWall, minuteText, toWall } from '../../ui/zoned.ts';
import classes from './AccessForm.module.css';
import { changed, type Effect } from './dates.ts';
import { DAY_MS, extensionOf } from './expiry-risk.ts';
import { stateText } from './state.ts';
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
      className={shared.columnTight}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.send();
      }}
    >
      <div key={form.discards} className={shared.columnTight}>
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
              Until no longer needed
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
      <p className={`${shared.note} ${classes.note}`}>
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
  <p className={`${shared.note} ${classes.note}`}>
    {at === null ? none : <ChosenTime at={at} zone={zone} />}
  </p>
);

interface AccessPreviewProps {
  readonly agreement: BoardAgreement;
  readonly change: AgreementUpdate;
  readonly effect: Effect;
  readonly now: number;
  readonly zone: string;
}

const NAMES = 5;

/** What a change of dates will do, before it is sent: from when to when, what it means now, whom it covers and whom it does not. */
function AccessPreview({ agreement, change, effect, now, zone }: AccessPreviewProps) {
  const { effective_date, expiration_date } = change;
  const text = (at: string | null | undefined, none: string) => (at ? minuteText(at, zone) : none);
  const { covered, uncovered, stops, begins } = effect;
  return (
    <section className={classes.preview} aria-label="What this changes" aria-live="polite">
      <h4>What this changes</h4>
      {effective_date !== undefined && (
        <p>
          Starts {text(effective_date, '')} (was {text(agreement.effective_date, 'not set')}).
        </p>
      )}
      {expiration_date !== undefined && (
        <p>
          {expiration_date === null ? 'No end date' : `Ends ${text(expiration_date, '')}`}
          {agreement.expiration_date
            ? ` (was ${text(agreement.expiration_date, '')}).`
            : ' (had no end date).'}
        </p>
      )}
      <p>Then: {stateText(changed(agreement, change), now, zone)}.</p>
      {stops && (
        <p className={classes.warn}>
          <IconAlertTriangleFilled size={14} aria-hidden />
          Data stops right away: this fleet's trucks leave the map.
        </p>
      )}
      {begins && <p>Data sharing starts right away: its loads update within seconds.</p>}
      {covered.length > 0 && (
        <p>
          Covers {countNames(covered)} that would have lost access: {names(covered)}.
        </p>
      )}
      {uncovered.length > 0 ? (
        <p className={classes.warn}>
          <IconAlertTriangleFilled size={14} aria-hidden />
          {countNames(uncovered)} {uncovered.length === 1 ? 'loses' : 'lose'} access then: {names(uncovered)}.
        </p>
      ) : (
        <p>Every load and monitor that needs it keeps access.</p>
      )}
    </section>
  );
}

const countNames = ({ length }: readonly unknown[]) => (length === 1 ? 'one' : String(length));

function names(of: readonly { readonly name: string }[]): string {
  const first = of.slice(0, NAMES).map(({ name }) => name);
  return of.length > NAMES ? `${first.join(', ')} and ${of.length - NAMES} more` : first.join(', ');
}
