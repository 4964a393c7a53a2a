import { NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Company } from '@waypost/contract/api/company';
import { COMPANY_ROUTES } from '@waypost/contract/api/company-routes';
import { useMemo } from 'react';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead, useWrite } from '../../api/server-state.ts';
import { useLive } from '../../live/context.ts';
import { Choice } from '../../ui/Choice.tsx';
import type { Prefs } from '../../ui/prefs.ts';
import { COMMON_ZONES, zoneLabel } from '../../ui/zoned.ts';
import classes from './SettingsView.module.css';
import { sync_status } from './sync.ts';

/** Requires `WithQueries`. */
export const useCompanySettings = () =>
  useRead(COMPANY_ROUTES.company, queryKeys.company(), { staleTime: 30_000 });

/** Mutations reject with a Problem. `logo` takes base64, or null to remove it. */
export function useCompanyMutations() {
  const { http, config } = useApi();
  const client = useQueryClient();
  const onSuccess = (company: Company) => {
    client.setQueryData(queryKeys.company(), company);
    void client.invalidateQueries({ queryKey: queryKeys.setup() });
    // Updates the company name on the page and defaults in use.
    void config.refresh();
    sync_status.retry();
  };
  const change = useWrite(COMPANY_ROUTES.changeCompany, { onSuccess });
  const logo = useMutation({
    mutationFn: (data: string | null) =>
      data === null
        ? http.call(COMPANY_ROUTES.removeCompanyLogo)
        : http.call(COMPANY_ROUTES.setCompanyLogo, { body: { data } }),
    onSuccess,
  });
  const refetch = () => void client.invalidateQueries({ queryKey: queryKeys.company() });
  return { change, logo, refetch };
}

/** `UTC−6`, `UTC+5:30`, `UTC` */
export function offsetText(zone: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' });
  const name = parts.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return name.replace('GMT', 'UTC').replace('-', '−').replace(/\+0$/, '');
}

/** IANA zones by region with labels such as `Chicago (UTC−6)`. */
export function zoneGroups(now: number, all: readonly string[] = Intl.supportedValuesOf('timeZone')) {
  const zoneOf = (zone: string) => ({ zone, label: zoneLabel(zone, offsetText(zone, now)) });
  const regions = new Map<string, string[]>();
  for (const zone of all) {
    const region = zone.includes('/') ? (zone.split('/')[0] as string) : 'Other';
    if (zone !== 'UTC') regions.set(region, [...(regions.get(region) ?? []), zone]);
  }
  return [['Common', COMMON_ZONES] as const, ...regions].map(([region, zones]) => ({
    region,
    zones: zones.map(zoneOf),
  }));
}

interface ZoneFieldProps {
  /** IANA name; null: none. */
  readonly value: string | null;
  readonly none: string;
  readonly onChange: (zone: string | null) => void;
}

export function ZoneField({ value, none, onChange }: ZoneFieldProps) {
  const { clock } = useLive();
  const groups = useMemo(() => zoneGroups(clock.now()), [clock]);
  const known = value === null || groups.some(({ zones }) => zones.some(({ zone }) => zone === value));
  return (
    <NativeSelect
      label="Time zone"
      className={classes.field}
      value={value ?? ''}
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

type ChoiceName = 'length_unit' | 'volume_unit' | 'clock' | 'theme' | 'density' | 'motion';

const CHOICES: {
  readonly [N in ChoiceName]: {
    readonly label: string;
    readonly options: readonly (readonly [value: Prefs[N], word: string])[];
  };
} = {
  length_unit: {
    label: 'Distance',
    options: [
      ['mi', 'Miles'],
      ['km', 'Kilometers'],
    ],
  },
  volume_unit: {
    label: 'Volumes',
    options: [
      ['gal', 'Gallons (US)'],
      ['L', 'Liters'],
    ],
  },
  clock: {
    label: 'Clock',
    options: [
      ['24', '24 hours'],
      ['12', '12 hours'],
    ],
  },
  theme: {
    label: 'Theme',
    options: [
      ['system', 'Match system'],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ],
  },
  density: {
    label: 'Rows',
    options: [
      ['comfortable', 'Comfortable'],
      ['compact', 'Compact'],
    ],
  },
  motion: {
    label: 'Motion',
    options: [
      ['system', 'Match system'],
      ['reduced', 'Reduced'],
    ],
  },
};

interface ChoicesProps<N extends ChoiceName> {
  readonly names: readonly N[];
  readonly value: Pick<Prefs, N>;
  readonly onChange: (change: Partial<Pick<Prefs, N>>) => void;
}

export function Choices<N extends ChoiceName>({ names, value, onChange }: ChoicesProps<N>) {
  return names.map((name) => (
    <Choice<string>
      key={name}
      {...CHOICES[name]}
      value={value[name]}
      onChange={(chosen) => onChange({ [name]: chosen } as Partial<Pick<Prefs, N>>)}
    />
  ));
}
