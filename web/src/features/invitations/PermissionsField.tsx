/** What the fleet is asked to grant: the least by default, and what each choice would ask for. */
import { RESOURCE_NAMES, type ResourceName } from '@waypost/contract/resources';
import type { Preset } from './draft.ts';
import classes from './Form.module.css';
import { fieldId, useForm } from './FormFields.tsx';
import { ResourceLevels, ResourceWrites } from './ResourcePicker.tsx';

const ALL = RESOURCE_NAMES.length;
const PRESET_WORDS: Readonly<Record<Preset, { readonly label: string; readonly means: string }>> = {
  least: {
    label: 'Minimum: read vehicles and locations',
    means: `Enough to track loads.`,
  },
  full: {
    label: 'Read everything',
    means: `Asks to read all ${ALL} resources, including drivers and their hours. More fleets decline.`,
  },
  write: {
    label: 'Read everything, write some',
    means: `Reads all ${ALL} resources and writes the ones chosen here.`,
  },
  custom: { label: 'Custom', means: 'Asks only for what you choose here.' },
};

export function PermissionsField() {
  const { draft, set, errors, disabled } = useForm();
  const error = errors.get('permissions');
  const chosen = Object.keys(draft.levels).length;
  return (
    <fieldset className={classes.group} id={fieldId('permissions')} tabIndex={-1} disabled={disabled}>
      <legend>Permissions</legend>
      <div className={classes.presets}>
        {(Object.keys(PRESET_WORDS) as Preset[]).map((preset) => (
          <label key={preset} className={classes.preset}>
            <input
              type="radio"
              name="invitation-preset"
              checked={draft.preset === preset}
              onChange={() => set({ preset })}
            />
            <span>{PRESET_WORDS[preset].label}</span>
          </label>
        ))}
      </div>
      <p className={classes.note}>{PRESET_WORDS[draft.preset].means}</p>
      {draft.preset === 'custom' && (
        <>
          {chosen === 0 && (
            <p className={classes.note}>Nothing is chosen, so the invitation asks for no data.</p>
          )}
          <ResourceLevels levels={draft.levels} onChange={(levels) => set({ levels })} />
        </>
      )}
      {draft.preset === 'write' && (
        <ResourceWrites write={draft.write} onChange={(write: ResourceName[]) => set({ write })} />
      )}
      {error && (
        <p className={classes.error} role="alert">
          Permissions {error}
        </p>
      )}
    </fieldset>
  );
}
