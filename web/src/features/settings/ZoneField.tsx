/** A time zone to choose, by region, each with how far it is from UTC now. */
import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { useLive } from '../../live/context.ts';
import classes from './SettingsView.module.css';
import { zoneGroups } from './zones.ts';

export interface ZoneFieldProps {
  /** IANA; null: none of them. */
  readonly value: string | null;
  /** What null means here, in words. */
  readonly none: string;
  readonly disabled?: boolean;
  readonly onChange: (zone: string | null) => void;
}

export function ZoneField({ value, none, disabled = false, onChange }: ZoneFieldProps) {
  const { clock } = useLive();
  const groups = useMemo(() => zoneGroups(clock.now()), [clock]);
  const known = value === null || groups.some(({ zones }) => zones.some(({ zone }) => zone === value));
  return (
    <NativeSelect
      label="Time zone"
      className={classes.zone}
      value={value ?? ''}
      disabled={disabled}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    >
      <option value="">{none}</option>
      {!known && <option value={value}>{value}</option>}
      {groups.map(({ region, zones }) => (
        <optgroup key={region} label={region}>
          {zones.map(({ zone, label }) => (
            <option key={zone} value={zone}>
              {label}
            </option>
          ))}
        </optgroup>
      ))}
    </NativeSelect>
  );
}
