/** The resource names, each with its level; or those that are raised to write. */
import { TextInput } from '@mantine/core';
import { type PermissionLevel, RESOURCE_NAMES, type ResourceName } from '@waypost/contract/resources';
import { type ReactNode, useState } from 'react';
import { resourceWords } from '../../live/invitation-words.ts';
import type { Levels } from './draft.ts';
import classes from './ResourcePicker.module.css';

const LEVEL_WORDS: readonly (readonly [PermissionLevel | 'none', string])[] = [
  ['none', 'No'],
  ['read', 'Read'],
  ['read_write', 'Write'],
];

export interface ResourceLevelsProps {
  readonly levels: Levels;
  readonly onChange: (levels: Levels) => void;
}

export function ResourceLevels({ levels, onChange }: ResourceLevelsProps) {
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
          <span className={classes.levels}>
            {LEVEL_WORDS.map(([level, word]) => (
              <label key={level} className={classes.level}>
                <input
                  type="radio"
                  name={`level-${name}`}
                  checked={(levels[name] ?? 'none') === level}
                  onChange={() => set(name, level)}
                />
                <span>{word}</span>
              </label>
            ))}
          </span>
        </div>
      )}
    </Filtered>
  );
}

export interface ResourceWritesProps {
  readonly write: readonly ResourceName[];
  readonly onChange: (write: ResourceName[]) => void;
}

export function ResourceWrites({ write, onChange }: ResourceWritesProps) {
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
