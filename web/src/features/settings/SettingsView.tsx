/** How a person likes the product. Everything applies at once; nothing has to be saved. */
import { Button } from '@mantine/core';
import { type Company, SHARED_PREFERENCES } from '@waypost/contract/api/company';
import { useDisabledReason } from '../../api/context.ts';
import { useLive, useNow } from '../../live/context.ts';
import { Choice } from '../../ui/Choice.tsx';
import { type Prefs, prefs, USUAL_PREFS, usePrefs } from '../../ui/prefs.ts';
import { Section } from '../../ui/Section.tsx';
import { computerZone, fullDateTime, shortDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { economyText, placeText, speedText, volumeText } from '../../ui/units.ts';
import { AlertSection } from './AlertSection.tsx';
import { CompanySection } from './CompanySection.tsx';
import { FirstView, type FirstViewProps } from './FirstView.tsx';
import { KeepingLine } from './KeepingLine.tsx';
import { MessageSection } from './MessageSection.tsx';
import classes from './SettingsView.module.css';
import { ClockChoice, DistanceAndVolume } from './UnitChoices.tsx';
import { useCompanySettings } from './use-company.ts';
import { ZoneField } from './ZoneField.tsx';

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
  'alert_from',
  'alert_sound',
] as const satisfies readonly (keyof Prefs)[];

export type SettingsViewProps = FirstViewProps;

export function SettingsView({ pages, views }: SettingsViewProps) {
  const now = usePrefs();
  const administers = useDisabledReason('administer') === null;
  const set = (change: Partial<Prefs>) => prefs.set(change);
  return (
    <div className={classes.page}>
      <KeepingLine />
      <Section level={2} title="Units">
        <div className={classes.fields}>
          <DistanceAndVolume value={now} onChange={set} />
        </div>
        <Sample>{unitSample()}</Sample>
      </Section>
      <Section level={2} title="Time">
        <div className={classes.fields}>
          <ZoneField
            value={now.time_zone}
            none={`Computer's time zone (${computerZone().replaceAll('_', ' ')})`}
            onChange={(time_zone) => set({ time_zone })}
          />
          <ClockChoice value={now} onChange={set} />
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
      <AlertSection />
      <Section level={2} title="After signing in">
        <FirstView pages={pages} views={views} />
      </Section>
      <Reset now={now} />
      {administers && <CompanySection />}
      {administers && <MessageSection />}
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

/** Back to what the company has set, and to the usual for the rest. */
function Reset({ now }: { readonly now: Prefs }) {
  const { data, isPending } = useCompanySettings();
  const defaults: Prefs = { ...USUAL_PREFS, ...pickShared(data) };
  const changed = isPending ? [] : HERE.filter((name) => now[name] !== defaults[name]);
  const of = (from: Prefs) => Object.fromEntries(changed.map((name) => [name, from[name]])) as Partial<Prefs>;
  if (changed.length === 0) return null;
  return (
    <div className={classes.reset}>
      <Button
        onClick={() => {
          prefs.set(of(defaults));
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

const pickShared = (company: Company | undefined): Partial<Prefs> =>
  company ? Object.fromEntries(SHARED_PREFERENCES.map((name) => [name, company[name]])) : {};
