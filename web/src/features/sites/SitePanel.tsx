import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { Site, SiteWrite } from '@waypost/contract/api/sites';
import { useEffect, useRef } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { deleteWithUndo, undoAction } from '../../api/show-problem.ts';
import { LENGTH_UNITS, type LengthUnit, lengthText } from '../../geo/length.ts';
import { PLAIN, parseCoordinates } from '../../geo/parse-coordinates.ts';
import { useNow } from '../../live/context.ts';
import type { DraftEditor } from '../../live/form/draft.ts';
import { changeFrom, useFormOf } from '../../live/form/form.ts';
import { Conflicts, Outcome } from '../../live/form/parts.tsx';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton } from '../../ui/buttons.tsx';
import { IconTrash } from '../../ui/icons.ts';
import { prefs } from '../../ui/prefs.ts';
import { PanelForm, SidePanel } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import { agoText, fullDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import classes from './SitesView.module.css';
import {
  checkDraft,
  draftOf,
  fieldOf,
  type SiteDraft,
  type SiteField,
  samePlace,
  shapeOf,
  useSiteMutations,
  useSites,
  withCenter,
  withRadius,
  writeOf,
} from './use-sites.ts';

interface SitePanelProps {
  readonly site: Site | null;
  /** The draft as shown: in the person's unit, with the shape being drawn. */
  readonly draft: SiteDraft;
  readonly editor: DraftEditor<SiteDraft>;
  readonly unit: LengthUnit;
  readonly takes_focus: boolean;
  /** Incremented after each drawing on the map; the name then gets the focus. */
  readonly drawn: number;
  readonly onDraw: (() => void) | null;
  readonly onSaved: (site: Site) => void;
  readonly onClose: () => void;
}

export function SitePanel(props: SitePanelProps) {
  const { site, draft, editor, unit, takes_focus, drawn, onClose } = props;
  const { create, update, refetch } = useSiteMutations();
  const disabledReason = useDisabledReason('manage_monitors');
  const nameField = useRef<HTMLInputElement>(null);
  const named = draft.name !== '';
  useEffect(() => {
    if (drawn > 0 && !named) nameField.current?.focus();
  }, [drawn, named]);
  const form = useFormOf(editor, {
    checked: checkDraft(draft),
    disabledReason,
    send: (body) =>
      site
        ? update.mutateAsync({ params: { site_id: site.id }, body: changeFrom<SiteWrite>(site, body) })
        : create.mutateAsync({ body }),
    fieldOf,
    rejectedFields: ({ code }) => (code === 409 ? [['name', 'is already used by another site']] : null),
    stored: site ? (saved) => draftOf(saved, 'm') : undefined,
    onStale: refetch,
    onDone: (saved, more) => {
      toast(
        site
          ? {
              title: `Saved ${saved.name}`,
              text: 'Monitors at this site use its free time and rate as saved.',
              action: undoAction(
                `Couldn't restore ${site.name}`,
                () =>
                  update.mutateAsync({
                    params: { site_id: site.id },
                    body: changeFrom<SiteWrite>(saved, writeOf(site)),
                  }),
                `Restored ${site.name}`,
              ),
            }
          : { title: `Added ${saved.name}` },
      );
      if (!more) props.onSaved(saved);
    },
  });
  const { changed, errors, set, change } = form;
  const is_new = site === null;
  const place = parseCoordinates(draft.where);
  const disabled = disabledReason !== null;
  const { data: sites = [] } = useSites();
  const shape = changed || is_new ? shapeOf(draft) : null;
  const other = shape && samePlace(sites, shape, site?.id);
  const field = (name: Exclude<SiteField, 'where' | 'radius'>, label: string) => ({
    ...form.text(name, label),
    disabled,
  });
  const [where_error, radius_error] = [errors.get('where'), errors.get('radius')];
  return (
    <SidePanel
      label={site ? `Site ${site.name}` : 'New site'}
      title={site?.name ?? 'New site'}
      focus_key={takes_focus ? 'opened' : null}
      buttons={site && <DeleteButton site={site} disabledReason={disabledReason} onDelete={onClose} />}
      onClose={onClose}
    >
      <PanelForm
        {...form.element}
        foot={
          <div className={shared.footButtons}>
            {(changed || is_new) && (
              <Button
                onClick={() => {
                  form.discard();
                  if (is_new) onClose();
                }}
              >
                {is_new ? 'Cancel' : 'Discard changes'}
              </Button>
            )}
            <GuardedButton
              variant="filled"
              type="submit"
              disabledReason={disabledReason}
              loading={form.busy}
              disabled={disabledReason === null && !changed && !is_new}
            >
              {is_new ? 'Save site' : 'Save changes'}
            </GuardedButton>
          </div>
        }
      >
        <TextInput ref={nameField} {...field('name', 'Name')} />
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
            onChange={({ currentTarget: { value } }) => change((before) => withCenter(before, value))}
            error={where_error}
          />
          {props.onDraw && !disabled && (
            <Button mt={4} onClick={props.onDraw}>
              {draft.latitude === null ? 'Draw on the map' : 'Redraw on the map'}
            </Button>
          )}
        </div>
        <div style={{ display: 'grid', gap: 8, gridTemplateColumns: 'minmax(0, 1fr) 72px' }}>
          <TextInput
            label="Radius"
            inputMode="decimal"
            autoComplete="off"
            value={draft.radius}
            disabled={disabled}
            description={
              unit !== 'm' && draft.radius_meters !== null ? lengthText(draft.radius_meters, 'm') : undefined
            }
            onChange={({ currentTarget: { value } }) => change((before) => withRadius(before, value, unit))}
            error={radius_error && `Radius ${radius_error}`}
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
        {other && (
          <p className={shared.note} role="status">
            Same place as {isolated(other.name)}. Active monitors there may take their free time and rate from
            this site once it is saved.
          </p>
        )}
        <fieldset className={classes.terms}>
          <legend>
            Detention <span className={classes.optional}>optional</span>
          </legend>
          <TextInput {...field('free_minutes', 'Free minutes')} inputMode="numeric" autoComplete="off" />
          <TextInput
            {...field('detention_rate', 'Rate')}
            label="Rate per hour"
            inputMode="decimal"
            autoComplete="off"
            onChange={({ currentTarget }) =>
              set({
                detention_rate: currentTarget.value,
                detention_currency: draft.detention_currency || 'USD',
              })
            }
          />
          <TextInput
            {...field('detention_currency', 'Currency')}
            maxLength={3}
            autoComplete="off"
            onChange={({ currentTarget }) => set({ detention_currency: currentTarget.value.toUpperCase() })}
          />
        </fieldset>
        <Textarea
          {...field('note', 'Note')}
          label={
            <>
              Note <span className={classes.optional}>optional</span>
            </>
          }
          description="Gate, dock, who to call."
          autosize
          minRows={2}
          maxRows={8}
        />
        <Conflicts
          form={form}
          by={site && isolated(site.updated_by_name)}
          labels={LABELS}
          show={(name, value) =>
            site && name === 'radius' ? lengthText(site.radius_meters, unit) : String(value)
          }
        />
        <Outcome form={form} what="Not saved" />
        {disabledReason && <p className={shared.note}>{disabledReason}</p>}
        {site && <LastWritten site={site} />}
      </PanelForm>
    </SidePanel>
  );
}

const LABELS = {
  name: 'Name',
  where: 'Center',
  radius: 'Radius',
  free_minutes: 'Free minutes',
  detention_rate: 'Rate per hour',
  detention_currency: 'Currency',
  note: 'Note',
} as const;

function LastWritten({ site }: { readonly site: Site }) {
  const ago = useNow((now) => agoText(site.updated_at, now));
  return (
    <p className={shared.note}>
      Last changed <time title={fullDateTime(site.updated_at)}>{ago}</time> by{' '}
      {isolated(site.updated_by_name)}. Existing monitors keep their circle; their free time and rate are
      those of the site.
    </p>
  );
}

interface DeleteButtonProps {
  readonly site: Site;
  readonly disabledReason: string | null;
  readonly onDelete: () => void;
}

function DeleteButton({ site, disabledReason, onDelete }: DeleteButtonProps) {
  const { create, remove } = useSiteMutations();
  const act = () => {
    onDelete();
    return deleteWithUndo({
      name: site.name,
      text: 'Existing monitors keep their circle.',
      remove: () => remove.mutateAsync({ params: { site_id: site.id } }),
      restore: () => create.mutateAsync({ body: writeOf(site) }),
    });
  };
  return (
    <GuardedButton disabledReason={disabledReason} icon={IconTrash} onClick={() => void act()}>
      Delete
    </GuardedButton>
  );
}
