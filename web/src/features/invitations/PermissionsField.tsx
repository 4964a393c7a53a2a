/** What the fleet is asked to grant: the least by default, and what each choice would ask for. */

import { TextInput } from '@mantine/core';
import { type PermissionLevel, RESOURCE_NAMES, type ResourceName } from '@waypost/contract/resources';
import { type ReactNode, useState } from 'react';
import { resourceWords } from '../../live/invitations.ts';
import { Pills } from '../../ui/Choice.tsx';
import shared from '../../ui/shared.module.css';
import type { Levels, Preset } from './draft.ts';
import classes from './Form.module.css';
import { fieldId, useForm } from './FormFields.tsx';

const ALL = RESOURCE_NAMES.length;
const PRESET_WORDS: Readonly<Record<Preset, { readonly label: string; readonly means: string }>> = {
  least: {
    label: 'Minimum: read vehicles and locations',
    means: `Enough to track loads.`,
  },
  full: {
    label: 'Read everything',
    means: `Asks to read all ${ALL} resources, including drivers and their hours. More fleets decline this.`,
  },
  write: {
    label: 'Read everything, write some',
    means: `Asks to read all ${ALL} resources and to write the ones you choose here.`,
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
      <p className={shared.note}>{PRESET_WORDS[draft.preset].means}</p>
      {draft.preset === 'custom' && (
        <>
          {chosen === 0 && (
            <p className={shared.note}>Nothing is chosen, so the invitation asks for no data.</p>
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

const LEVEL_WORDS: readonly (readonly [PermissionLevel | 'none', string])[] = [
  ['none', 'No'],
  ['read', 'Read'],
  ['read_write', 'Write'],
];

interface ResourceLevelsProps {
  readonly levels: Levels;
  readonly onChange: (levels: Levels) => void;
}

/** The resource names, each with its level; or those that are raised to write. */
function ResourceLevels({ levels, onChange }: ResourceLevelsProps) {
  const set = (name: ResourceName, level: PermissionLevel | 'none') => {
    const next: Partial<Record<ResourceName, PermissionLevel>> = { ...levels };
    if (level === 'none') delete next[name];
    else next[name] = level;
    // In the order of the interface, whatever the order of clicks.
    onChange(Object.fromEntries(RESOURCE_NAMES.flatMap((one) => (next[one] ? [[one, next[one]]] : []))));
  };
  return (
    <Filtered count={`${Object.keys(levels).length} of ${RESOURCE_NAMES.length} chosen`}>
      {(name) => (
        <div key={name} className={classes.row} role="radiogroup" aria-label={resourceWords(name)}>
          <span className={classes.name}>{resourceWords(name)}</span>
          <Pills
            name={`level-${name}`}
            value={levels[name] ?? 'none'}
            options={LEVEL_WORDS}
            onChange={(level) => set(name, level)}
          />
        </div>
      )}
    </Filtered>
  );
}

interface ResourceWritesProps {
  readonly write: readonly ResourceName[];
  readonly onChange: (write: ResourceName[]) => void;
}

function ResourceWrites({ write, onChange }: ResourceWritesProps) {
  return (
    <Filtered count={`${write.length} with write`}>
      {(name) => (
        <label key={name} className={classes.row}>
          <span className={classes.name}>{resourceWords(name)}</span>
          <input
            type="checkbox"
            checked={write.includes(name)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(RESOURCE_NAMES.filter((one) => (one === name ? checked : write.includes(one))))
            }
          />
        </label>
      )}
    </Filtered>
  );
}

interface FilteredProps {
  readonly count: string;
  readonly children: (name: ResourceName) => ReactNode;
}

function Filtered({ count, children }: FilteredProps) {
  const [text, setText] = useState('');
  const words = text.toLowerCase().replaceAll('_', ' ').split(/\s+/).filter(Boolean);
  const names = RESOURCE_NAMES.filter((name) => words.every((word) => resourceWords(name).includes(word)));
  return (
    <div className={classes.picker}>
      <TextInput
        type="search"
        aria-label="Filter resources"
        placeholder="Filter resources"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        // Enter must not send the invitation from here.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <p className={classes.count} role="status">
        {count}
      </p>
      <div className={classes.rows}>
        {names.length === 0 ? <p className={classes.count}>No matching resources.</p> : names.map(children)}
      </div>
    </div>
  );
}
