import { Box, TextInput } from '@mantine/core';
import { type PermissionLevel, RESOURCE_NAMES, type ResourceName } from '@waypost/contract/resources';
import { type ReactNode, useState } from 'react';
import { resourceWords } from '../../live/invitations.ts';
import { Pills } from '../../ui/Choice.tsx';
import { hasWords, wordsOf } from '../../ui/resource-list/words.ts';
import shared from '../../ui/shared.module.css';
import type { Levels, Preset } from './draft.ts';
import { FormError, fieldId, useForm } from './FormFields.tsx';
import classes from './invitations.module.css';

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
  const { values, set, errors, disabled } = useForm();
  const error = errors.get('permissions');
  const chosen = Object.keys(values.levels).length;
  return (
    <fieldset
      className={shared.columnTight}
      id={fieldId('permissions')}
      tabIndex={-1}
      disabled={disabled}
      style={{ minWidth: 0 }}
    >
      <legend className={shared.legend}>Permissions</legend>
      <div className={shared.columnTight}>
        {(Object.keys(PRESET_WORDS) as Preset[]).map((preset) => (
          <div key={preset}>
            <label className={shared.check}>
              <input
                type="radio"
                name="invitation-preset"
                aria-describedby={`invitation-preset-${preset}`}
                checked={values.preset === preset}
                onChange={() => set({ preset })}
              />
              <span>{PRESET_WORDS[preset].label}</span>
            </label>
            <Box component="p" m={0} ml={22} id={`invitation-preset-${preset}`} className={shared.small}>
              {PRESET_WORDS[preset].means}
            </Box>
          </div>
        ))}
      </div>
      {values.preset === 'custom' && (
        <>
          {chosen === 0 && (
            <p className={shared.note}>Nothing is chosen, so the invitation asks for no data.</p>
          )}
          <ResourceLevels levels={values.levels} onChange={(levels) => set({ levels })} />
        </>
      )}
      {values.preset === 'write' && (
        <ResourceWrites write={values.write} onChange={(write: ResourceName[]) => set({ write })} />
      )}
      {error && <FormError>Permissions {error}</FormError>}
    </fieldset>
  );
}

const LEVELS = { No: 'none', Read: 'read', Write: 'read_write' } as const;

function ResourceLevels({ levels, onChange }: { levels: Levels; onChange: (levels: Levels) => void }) {
  const set = (name: ResourceName, level: PermissionLevel | 'none') => {
    const next: Partial<Record<ResourceName, PermissionLevel>> = { ...levels };
    if (level === 'none') delete next[name];
    else next[name] = level;
    // Keeps the order of the interface.
    onChange(Object.fromEntries(RESOURCE_NAMES.flatMap((one) => (next[one] ? [[one, next[one]]] : []))));
  };
  return (
    <Filtered count={`${Object.keys(levels).length} of ${RESOURCE_NAMES.length} chosen`}>
      {(name) => (
        <div key={name} className={classes.row} role="radiogroup" aria-label={resourceWords(name)}>
          <span className={shared.anywhere}>{resourceWords(name)}</span>
          <Pills
            name={`level-${name}`}
            value={levels[name] ?? 'none'}
            options={LEVELS}
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
          <span className={shared.anywhere}>{resourceWords(name)}</span>
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

function Filtered({ count, children }: { count: string; children: (name: ResourceName) => ReactNode }) {
  const [text, setText] = useState('');
  const words = wordsOf(text.replaceAll('_', ' '));
  const names = RESOURCE_NAMES.filter((name) => hasWords([resourceWords(name)], words));
  return (
    <div className={classes.stack}>
      <TextInput
        type="search"
        aria-label="Filter resources"
        placeholder="Filter resources"
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        // Enter must not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <p className={shared.small} role="status">
        {count}
      </p>
      <Box mah={260} className={`${shared.box} ${shared.scrollY}`}>
        {names.length === 0 ? (
          <Box component="p" m={0} p={8} className={shared.small}>
            No matching resources.
          </Box>
        ) : (
          names.map(children)
        )}
      </Box>
    </div>
  );
}
