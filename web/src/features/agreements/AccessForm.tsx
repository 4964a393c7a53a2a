import { Button, Group } from '@mantine/core';
import type { AgreementUpdate } from '@waypost/contract/agreements';
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { type RefObject, useState } from 'react';
import { asProblem } from '../../api/problem.ts';
import { showProblem } from '../../api/show-problem.ts';
import { useLive } from '../../live/context.ts';
import { ChosenTime, DateTimeField } from '../../live/DateTimeField.tsx';
import { useFormDraft } from '../../live/form/draft.ts';
import { useFormOf } from '../../live/form/form.ts';
import { namedText } from '../../live/pick-acts/pick-acts.ts';
import { isolated } from '../../ui/bidi.ts';
import { Check } from '../../ui/Check.tsx';
import { IconAlertTriangleFilled } from '../../ui/icons.ts';
import shared from '../../ui/shared.module.css';
import { personZone, zonesOfYear } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { plural } from '../../ui/units.ts';
import { fromWall, minuteText, toWall } from '../../ui/zoned.ts';
import classes from './agreements.module.css';
import {
  changeOf,
  type DateField,
  draftOf,
  type Effect,
  effectOf,
  errorsOf,
  undoOf,
  withBefore,
} from './dates.ts';
import { extensionOf, kindOf, MONTH_DAYS, monthLater, stateText } from './state.ts';
import { type DatesDrafts, useAgreementMutations } from './use-agreements.ts';
import { fleetName } from './words.ts';

interface AccessFormProps {
  readonly agreement: BoardAgreement;
  readonly form: ReturnType<typeof useDatesForm>;
  /** Null when the dates can be changed. */
  readonly disabledReason: string | null;
  readonly form_id: string;
  readonly endRef: RefObject<HTMLInputElement | null>;
  readonly now: number;
}

export function AccessForm({ agreement, form, disabledReason, form_id, endRef, now }: AccessFormProps) {
  const { clock } = useLive();
  const zone = personZone();
  const { values, errors, set: edit } = form;
  const locked = disabledReason !== null;
  const wall = (at: string | null) => (at === null ? '' : toWall(at, zone));
  const endAt = (at: number | string) => edit({ no_end: false, expiration_date: new Date(at).toISOString() });
  const chosen = (at: string | null, none: string) => (
    <p className={shared.note}>{at === null ? none : <ChosenTime at={at} zone={zone} />}</p>
  );
  return (
    <form id={form_id} className={shared.columnTight} {...form.element}>
      <div key={form.discards} className={shared.columnTight}>
        <div className={classes.field}>
          <DateTimeField
            label="Access starts"
            readOnly={locked}
            value={wall(values.effective_date)}
            error={errors.get('effective_date')}
            zone={zone}
            onChange={(text) => edit({ effective_date: fromWall(text, zone)?.at ?? null })}
          />
          {chosen(values.effective_date, 'Not set')}
        </div>
        <div className={classes.field}>
          <DateTimeField
            ref={endRef}
            label="Access ends"
            readOnly={locked}
            value={values.no_end ? '' : wall(values.expiration_date)}
            error={errors.get('expiration_date')}
            zone={zone}
            onChange={(text) => edit({ expiration_date: fromWall(text, zone)?.at ?? null, no_end: false })}
          />
          {chosen(values.no_end ? null : values.expiration_date, 'No end')}
        </div>
      </div>
      {!locked && (
        <Group gap={6}>
          <Check
            checked={values.no_end}
            onChange={(no_end) =>
              edit({
                no_end,
                expiration_date: values.expiration_date ?? agreement.expiration_date ?? null,
              })
            }
          >
            No end
          </Check>
          {agreement.dependents.needed_until !== null && (
            <Button size="compact-xs" onClick={() => endAt(extensionOf(agreement, clock.now()))}>
              Until no longer needed
            </Button>
          )}
          <Button size="compact-xs" onClick={() => endAt(monthLater(values.expiration_date, clock.now()))}>
            {MONTH_DAYS} more days
          </Button>
          <Button size="compact-xs" onClick={() => endAt(Math.floor(clock.now() / 60_000) * 60_000)}>
            End now
          </Button>
        </Group>
      )}
      <p className={shared.note}>
        Times {zonesOfYear(now)}. These dates start and end access only; the agreement's status does not
        change.
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

interface AccessPreviewProps {
  readonly agreement: BoardAgreement;
  readonly change: AgreementUpdate;
  readonly effect: Effect;
  readonly now: number;
  readonly zone: string;
}

const MAX_NAMES = 5;

/** The effect of a change before it is sent: old and new dates, the resulting state, and who keeps or loses access. */
function AccessPreview({ agreement, change, effect, now, zone }: AccessPreviewProps) {
  const { effective_date, expiration_date } = change;
  const text = (at: string | null | undefined, none: string) => (at ? minuteText(at, zone) : none);
  const { covered, uncovered, stops, begins } = effect;
  // What has already lost access does not lose it by another end in the past.
  const [one, many] =
    kindOf(agreement, now) === 'ended' && !begins
      ? ['still has no access', 'still have no access']
      : ['loses access then', 'lose access then'];
  return (
    <section className={`${shared.box} ${classes.preview}`} aria-label="What this changes" aria-live="polite">
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
      <p>Then: {stateText({ ...agreement, ...change }, now, zone)}.</p>
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
          {countNames(uncovered)} {plural(uncovered.length, one, many)}: {names(uncovered)}.
        </p>
      ) : (
        <p>
          {stops || agreement.dependents.loads + agreement.dependents.monitors === 0
            ? 'No load or monitor is known to need it.'
            : 'Every load and monitor that needs it keeps access.'}
        </p>
      )}
    </section>
  );
}

const countNames = ({ length }: readonly unknown[]) => (length === 1 ? 'one' : String(length));

const names = (of: readonly { readonly name: string }[]) =>
  namedText(
    of.map(({ name }) => name),
    MAX_NAMES,
  );

interface DatesFormSetup {
  readonly agreement: BoardAgreement;
  readonly others: readonly BoardAgreement[];
  readonly drafts: DatesDrafts;
  readonly now: number;
}

/** State of the dates form: draft, validation, effect, sending, and errors of the service. */
export function useDatesForm({ agreement, others, drafts, now }: DatesFormSetup) {
  const { clock } = useLive();
  const { update, reload } = useAgreementMutations(agreement.id);
  const [discards, setDiscards] = useState(0);
  const editor = useFormDraft({ drafts, name: agreement.id, initial: draftOf(agreement) });
  const { values } = editor;
  const change = changeOf(values, agreement);
  const field_errors = drafts.read(agreement.id) ? errorsOf(values, agreement) : {};
  const valid = Object.keys(field_errors).length === 0;
  const differs = Object.keys(change).length > 0;
  const announce = (after: BoardAgreement) => {
    const name = isolated(fleetName(after));
    const undo = undoOf(change, agreement);
    toast({
      title: `Access to ${name} updated`,
      text: `${stateText(after, clock.now())}.`,
      ...(undo && {
        action: {
          label: 'Undo',
          run: () =>
            void update.mutateAsync({ body: withBefore(undo, after) }).then(
              () => toast({ title: `Previous dates of access to ${name} restored` }),
              (error: unknown) => showProblem('Not undone', asProblem(error)),
            ),
        },
      }),
    });
  };
  const form = useFormOf(editor, {
    checked: {
      body: differs && valid ? change : null,
      errors: new Map(Object.entries(field_errors) as [DateField, string][]),
    },
    eager: true,
    send: (body) => update.mutateAsync({ body: withBefore(body, agreement) }),
    onStale: reload,
    stored: draftOf,
    onDone: announce,
  });
  return {
    ...form,
    /** Counts discards; used as a React key that resets the fields. */
    discards,
    discard: () => {
      setDiscards((before) => before + 1);
      form.discard();
    },
    change,
    /** True when there is a change or an error. */
    dirty: differs || !valid,
    /** Null without a valid change. */
    effect: differs && valid ? effectOf(agreement, others, change, now) : null,
  };
}
