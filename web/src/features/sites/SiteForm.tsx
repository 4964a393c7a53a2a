/** One site as a form. It and the map change one draft; what is wrong stands under its field once saving was tried. */
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { SiteWrite } from '@waypost/contract/api/sites';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { NotDone } from '../../api/NotDone.tsx';
import type { Problem } from '../../api/problem.ts';
import { LENGTH_UNITS, type LengthUnit, lengthText } from '../../geo/length.ts';
import { PLAIN, parseCoordinates } from '../../geo/parse-coordinates.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { prefs } from '../../ui/prefs.ts';
import { PanelForm } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import classes from './SitesView.module.css';
import { checkDraft, fieldOf, type SiteDraft, type SiteErrors, withRadius, withWhere } from './site-draft.ts';

export interface SiteFormProps {
  readonly draft: SiteDraft;
  readonly onDraft: (draft: SiteDraft) => void;
  readonly unit: LengthUnit;
  /** Why it cannot be changed; null: it can. */
  readonly disabledReason: string | null;
  readonly nameRef: RefObject<HTMLInputElement | null>;
  /** Null while the map draws already. */
  readonly onDraw: (() => void) | null;
  readonly onSave: (body: SiteWrite) => void;
  readonly saving: boolean;
  readonly problem: Problem | null;
  /** False: nothing to save. */
  readonly changed: boolean;
  readonly is_new: boolean;
  readonly onDiscard: () => void;
  /** Who wrote it last, and the way to delete it. */
  readonly children?: ReactNode;
}

export function SiteForm(props: SiteFormProps) {
  const { draft, onDraft, unit, disabledReason, saving, problem, changed, is_new } = props;
  /** How often saving was tried with something wrong. */
  const [tried, setTried] = useState(0);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (tried > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tried]);
  const checked = checkDraft(draft);
  const errors: SiteErrors = {
    ...(tried > 0 && !checked.ok ? checked.errors : {}),
    ...(problem ? fieldErrors(problem) : {}),
  };
  const place = parseCoordinates(draft.where);
  const set = (change: Partial<SiteDraft>) => onDraft({ ...draft, ...change });
  const disabled = disabledReason !== null;
  return (
    <PanelForm
      ref={form}
      onSubmit={() => {
        if (disabledReason !== null) return;
        if (checked.ok) props.onSave(checked.body);
        else setTried((times) => times + 1);
      }}
      foot={
        <div className={shared.footButtons}>
          {(changed || is_new) && (
            <Button onClick={props.onDiscard}>{is_new ? 'Cancel' : 'Discard changes'}</Button>
          )}
          <GuardedButton
            variant="filled"
            type="submit"
            disabledReason={disabledReason}
            loading={saving}
            disabled={disabledReason === null && !changed && !is_new}
          >
            {is_new ? 'Save site' : 'Save changes'}
          </GuardedButton>
        </div>
      }
    >
      <TextInput
        ref={props.nameRef}
        label="Name"
        value={draft.name}
        disabled={disabled}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        error={errors.name && `Name ${errors.name}`}
      />
      <div>
        <TextInput
          label="Center"
          description={
            place.ok && place.understood !== PLAIN
              ? `Read as: ${place.understood}`
              : 'Coordinates or a map link'
          }
          placeholder="e.g. 35.1913, -102.0840"
          autoComplete="off"
          spellCheck={false}
          value={draft.where}
          disabled={disabled}
          onChange={({ currentTarget }) => onDraft(withWhere(draft, currentTarget.value))}
          error={errors.where}
        />
        {props.onDraw && !disabled && (
          <Button mt={4} onClick={props.onDraw}>
            {draft.latitude === null ? 'Draw on the map' : 'Redraw on the map'}
          </Button>
        )}
      </div>
      <div className={classes.radius}>
        <TextInput
          label="Radius"
          inputMode="decimal"
          autoComplete="off"
          value={draft.radius}
          disabled={disabled}
          description={
            unit !== 'm' && draft.radius_meters !== null ? lengthText(draft.radius_meters, 'm') : undefined
          }
          onChange={({ currentTarget }) => onDraft(withRadius(draft, currentTarget.value, unit))}
          error={errors.radius && `Radius ${errors.radius}`}
        />
        <NativeSelect
          label="Unit"
          value={unit}
          data={[...LENGTH_UNITS]}
          onChange={({ currentTarget }) => {
            prefs.set({ radius_unit: currentTarget.value as LengthUnit });
          }}
        />
      </div>
      <fieldset className={classes.terms}>
        <legend>
          Detention <span>optional</span>
        </legend>
        <TextInput
          label="Free minutes"
          inputMode="numeric"
          autoComplete="off"
          value={draft.free_minutes}
          disabled={disabled}
          onChange={({ currentTarget }) => set({ free_minutes: currentTarget.value })}
          error={errors.free_minutes && `Free minutes ${errors.free_minutes}`}
        />
        <TextInput
          label="Rate per hour"
          inputMode="decimal"
          autoComplete="off"
          value={draft.detention_rate}
          disabled={disabled}
          onChange={({ currentTarget }) => {
            const detention_rate = currentTarget.value;
            set({ detention_rate, ...(draft.detention_currency ? {} : { detention_currency: 'USD' }) });
          }}
          error={errors.detention_rate && `Rate ${errors.detention_rate}`}
        />
        <TextInput
          label="Currency"
          maxLength={3}
          autoComplete="off"
          value={draft.detention_currency}
          disabled={disabled}
          onChange={({ currentTarget }) => set({ detention_currency: currentTarget.value.toUpperCase() })}
          error={errors.detention_currency && `Currency ${errors.detention_currency}`}
        />
      </fieldset>
      <Textarea
        label={
          <>
            Note <span className={classes.optional}>optional</span>
          </>
        }
        description="Gate, dock, who to call."
        autosize
        minRows={2}
        maxRows={8}
        value={draft.note}
        disabled={disabled}
        onChange={({ currentTarget }) => set({ note: currentTarget.value })}
        error={errors.note && `Note ${errors.note}`}
      />
      {problem && !hasField(problem) && <NotDone what="Not saved" problem={problem} />}
      {props.children}
    </PanelForm>
  );
}

const hasField = (problem: Problem) => Object.keys(fieldErrors(problem)).length > 0;

/** What the server says about a field stands under it. */
function fieldErrors(problem: Problem): SiteErrors {
  if (problem.code === 409) return { name: 'is already used by another site' };
  if (!Array.isArray(problem.detail)) return {};
  return Object.fromEntries(
    problem.detail.map(({ path, message }) => [fieldOf(path.split('.').at(-1) ?? ''), message]),
  );
}
