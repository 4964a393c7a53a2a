/** A time zone to choose, by region, each with how far it is from UTC now. */
import { NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { useLive } from '../../live/context.ts';
import { COMMON_ZONES, zoneLabel } from '../../ui/zoned.ts';
import classes from './SettingsView.module.css';

export interface Zone {
  /** IANA. */
  readonly zone: string;
  /** `Chicago (UTC−6)` */
  readonly label: string;
}
interface ZoneGroup {
  readonly region: string;
  readonly zones: readonly Zone[];
}

/** `UTC−6`, `UTC+5:30`, `UTC` */
export function offsetText(zone: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' });
  const name = parts.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', 'UTC').replace('-', '−').replace(/\+0$/, '');
}

const zoneOf = (zone: string, now: number): Zone => ({ zone, label: zoneLabel(zone, offsetText(zone, now)) });

export function zoneGroups(
  now: number,
  all: readonly string[] = Intl.supportedValuesOf('timeZone'),
): ZoneGroup[] {
  const regions = new Map<string, Zone[]>([['Common', COMMON_ZONES.map((zone) => zoneOf(zone, now))]]);
  for (const zone of all) {
    const region = zone.includes('/') ? (zone.split('/')[0] as string) : 'Other';
    if (zone === 'UTC') continue;
    const zones = regions.get(region) ?? [];
    zones.push(zoneOf(zone, now));
    regions.set(region, zones);
  }
  return [...regions].map(([region, zones]) => ({ region, zones }));
}

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
