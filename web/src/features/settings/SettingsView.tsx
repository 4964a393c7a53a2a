/** How a person likes the product. Everything applies at once; nothing has to be saved. */
import { Button, NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { useLive, useNow } from '../../live/context.ts';
import { type Prefs, prefs, USUAL_PREFS, usePrefs } from '../../ui/prefs.ts';
import { Section } from '../../ui/Section.tsx';
import { computerZone, fullDateTime, shortDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { economyText, placeText, speedText, volumeText } from '../../ui/units.ts';
import { Choice } from './Choice.tsx';
import { FirstView, type FirstViewProps } from './FirstView.tsx';
import { KeepingLine } from './KeepingLine.tsx';
import classes from './SettingsView.module.css';
import { zoneGroups } from './zones.ts';

/** Those of this page; widths and columns are set where they are. */
const HERE = [
  'length_unit',
  'volume_unit',
  'time_zone',
  'clock',
  'theme',
  'density',
  'motion',
  'default_view',
] as const satisfies readonly (keyof Prefs)[];

export type SettingsViewProps = FirstViewProps;

export function SettingsView({ pages }: SettingsViewProps) {
  const now = usePrefs();
  const set = (change: Partial<Prefs>) => prefs.set(change);
  return (
    <div className={classes.page}>
      <KeepingLine />
      <Section level={2} title="Units">
        <div className={classes.fields}>
          <Choice
            label="Distance"
            options={[
              ['mi', 'Miles'],
              ['km', 'Kilometers'],
            ]}
            value={now.length_unit}
            onChange={(length_unit) => set({ length_unit })}
          />
          <Choice
            label="Volumes"
            options={[
              ['gal', 'Gallons (US)'],
              ['L', 'Liters'],
            ]}
            value={now.volume_unit}
            onChange={(volume_unit) => set({ volume_unit })}
          />
        </div>
        <Sample>{unitSample()}</Sample>
      </Section>
      <Section level={2} title="Time">
        <div className={classes.fields}>
          <ZoneField value={now.time_zone} onChange={(time_zone) => set({ time_zone })} />
          <Choice
            label="Clock"
            options={[
              ['24', '24 hours'],
              ['12', '12 hours'],
            ]}
            value={now.clock}
            onChange={(clock) => set({ clock })}
          />
        </div>
        <TimeSample />
      </Section>
      <Section level={2} title="Appearance">
        <div className={classes.fields}>
          <Choice
            label="Theme"
            options={[
              ['system', 'Match system'],
              ['light', 'Light'],
              ['dark', 'Dark'],
            ]}
            value={now.theme}
            onChange={(theme) => set({ theme })}
          />
          <Choice
            label="Rows"
            options={[
              ['comfortable', 'Comfortable'],
              ['compact', 'Compact'],
            ]}
            value={now.density}
            onChange={(density) => set({ density })}
          />
          <Choice
            label="Motion"
            options={[
              ['system', 'Match system'],
              ['reduced', 'Reduced'],
            ]}
            value={now.motion}
            onChange={(motion) => set({ motion })}
          />
        </div>
      </Section>
      <Section level={2} title="After signing in">
        <FirstView pages={pages} />
      </Section>
      <Reset now={now} />
    </div>
  );
}

const Sample = ({ children }: { readonly children: string }) => (
  <p className={classes.sample}>
    Example: <span>{children}</span>
  </p>
);

const unitSample = () =>
  [
    placeText({ name: 'Amarillo', region: 'TX', country: 'US', distance_meters: 19_312, direction: 'W' }),
    speedText(27.7),
    volumeText(454),
    economyText(2720),
  ].join(' · ');

function TimeSample() {
  const { clock } = useLive();
  usePrefs();
  const minute = useNow((now) => Math.floor(now / 60_000) * 60_000);
  return <Sample>{`${shortDateTime(minute, clock.now())} · ${fullDateTime(minute)}`}</Sample>;
}

interface ZoneFieldProps {
  readonly value: string | null;
  readonly onChange: (zone: string | null) => void;
}

function ZoneField({ value, onChange }: ZoneFieldProps) {
  const { clock } = useLive();
  const groups = useMemo(() => zoneGroups(clock.now()), [clock]);
  const known = value === null || groups.some(({ zones }) => zones.some(({ zone }) => zone === value));
  return (
    <NativeSelect
      label="Time zone"
      className={classes.zone}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    >
      <option value="">{`Computer's time zone (${computerZone().replaceAll('_', ' ')})`}</option>
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

function Reset({ now }: { readonly now: Prefs }) {
  const changed = HERE.filter((name) => now[name] !== USUAL_PREFS[name]);
  const of = (from: Prefs) => Object.fromEntries(changed.map((name) => [name, from[name]])) as Partial<Prefs>;
  if (changed.length === 0) return null;
  return (
    <div className={classes.reset}>
      <Button
        onClick={() => {
          prefs.set(of(USUAL_PREFS));
          toast({
            title: 'Settings reset to defaults',
            action: { label: 'Undo', run: () => prefs.set(of(now)) },
          });
        }}
      >
        Reset to defaults
      </Button>
    </div>
  );
}
