import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Company } from '@waypost/contract/api/company';
import { COMPANY_ROUTES } from '@waypost/contract/api/company-routes';
import { useMemo, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead, useWrite } from '../../api/server-state.ts';
import { useLive } from '../../live/context.ts';
import { Choice } from '../../ui/Choice.tsx';
import type { Prefs } from '../../ui/prefs.ts';
import { wordsOf } from '../../ui/resource-list/words.ts';
import { Suggest } from '../../ui/Suggest.tsx';
import { findZonesBy, placeIn, zoneNames } from '../../ui/time-zones.ts';
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

/** Browsers list some zones by the name of an older edition of the IANA database. */
const CURRENT_NAMES: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
};

export interface Zone {
  /** IANA name. */
  readonly zone: string;
  readonly region: string;
  /** `Chicago (UTC−6)` */
  readonly label: string;
  /** `Central Time`; only for common zones. */
  readonly detail?: string;
  /** The name in the browser, which may be an older one. */
  readonly listed: string;
}

/** The common zones, then all others by region, each by its current name and found by an older one too. */
export function zonesAt(now: number, all: readonly string[] = Intl.supportedValuesOf('timeZone')): Zone[] {
  const zoneOf = (listed: string, region: string, detail?: string): Zone => {
    const zone = CURRENT_NAMES[listed] ?? listed;
    const label = zoneLabel(zone, offsetText(zone, now));
    return { zone, region, label, ...(detail !== undefined && { detail }), listed };
  };
  const common: readonly string[] = COMMON_ZONES;
  const others = all.filter((zone) => !common.includes(zone));
  return [
    ...common.map((zone) => zoneOf(zone, 'Common', zoneNames(zone, now).generic)),
    ...[
      ...Map.groupBy(others, (zone) => (zone.includes('/') ? (zone.split('/')[0] ?? '') : 'Other')),
    ].flatMap(([region, zones]) => zones.map((zone) => zoneOf(zone, region))),
  ];
}

/** The common zones, until something is typed. */
export function findZones(zones: readonly Zone[], typed: string, now: number): readonly Zone[] {
  const words = wordsOf(typed);
  if (words.length === 0) return zones.filter(({ region }) => region === 'Common');
  const found = findZonesBy(
    zones,
    words,
    ({ zone }) => zoneNames(zone, now),
    ({ listed, label }) => [listed.replaceAll('_', ' '), label],
  );
  return found.map((one) => {
    const place = placeIn(one.zone, words);
    return place === null ? one : { ...one, detail: place };
  });
}

interface ZoneFieldProps {
  /** IANA name; null: none. */
  readonly value: string | null;
  readonly none: string;
  readonly onChange: (zone: string | null) => void;
}

export function ZoneField({ value, none, onChange }: ZoneFieldProps) {
  const { clock } = useLive();
  const zones = useMemo(() => zonesAt(clock.now()), [clock]);
  /** Null: nothing typed since a zone was chosen. */
  const [typed, setTyped] = useState<string | null>(null);
  const current = value === null ? null : (CURRENT_NAMES[value] ?? value);
  const chosen = current === null ? none : (zones.find(({ zone }) => zone === current)?.label ?? current);
  const found = findZones(zones, typed ?? '', clock.now());
  /** The field was left with a text that is not one time zone. */
  const [unknown, setUnknown] = useState(false);
  const choose = (zone: string | null) => {
    setTyped(null);
    setUnknown(false);
    onChange(zone);
  };
  return (
    <div className={classes.field}>
      <Suggest
        label="Time zone"
        description="Type a city, a state, an abbreviation or an offset."
        value={typed ?? chosen}
        error={
          unknown &&
          `${found.length === 0 ? 'No such time zone' : 'Choose one of the time zones'}; still used: ${chosen}`
        }
        onText={(text) => {
          setTyped(text);
          setUnknown(false);
        }}
        onBlur={() => {
          const [one, ...others] = found;
          if ((typed ?? '').trim() === '') setTyped(null);
          else if (one && others.length === 0) choose(one.zone);
          else setUnknown(true);
        }}
        empty="No such time zone"
        suggestions={[
          ...((typed ?? '').trim() === ''
            ? [{ id: '', group: '', title: none, pick: () => choose(null) }]
            : []),
          ...found.map(({ zone, region, label, detail }) => ({
            id: zone,
            group: region,
            title: label,
            ...(detail !== undefined && { detail }),
            pick: () => choose(zone),
          })),
        ]}
      />
    </div>
  );
}

type ChoiceName = 'length_unit' | 'volume_unit' | 'clock' | 'theme' | 'density' | 'motion';

const CHOICES: {
  readonly [N in ChoiceName]: {
    readonly label: string;
    readonly options: Readonly<Record<string, Prefs[N]>>;
  };
} = {
  length_unit: { label: 'Distance', options: { Miles: 'mi', Kilometers: 'km' } },
  volume_unit: { label: 'Volumes', options: { 'Gallons (US)': 'gal', Liters: 'L' } },
  clock: { label: 'Clock', options: { '24 hours': '24', '12 hours': '12' } },
  theme: { label: 'Theme', options: { 'Match system': 'system', Light: 'light', Dark: 'dark' } },
  density: { label: 'Rows', options: { Comfortable: 'comfortable', Compact: 'compact' } },
  motion: { label: 'Motion', options: { 'Match system': 'system', Reduced: 'reduced' } },
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
