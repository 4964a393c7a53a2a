import { Box, Button, NativeSelect, TextInput } from '@mantine/core';
import { type Company, SHARED_PREFERENCES } from '@waypost/contract/api/company';
import { preferencesChange } from '@waypost/contract/api/preferences';
import { type ReactNode, useState } from 'react';
import { useConfig, useDisabledReason } from '../../api/context.ts';
import { explain } from '../../api/problem.ts';
import { useLive, useNow } from '../../live/context.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Choice } from '../../ui/Choice.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconLock } from '../../ui/icons.ts';
import type { ViewProps } from '../../ui/page-frame.tsx';
import { DEFAULT_PREFS, type Prefs, prefs, usePrefs } from '../../ui/prefs.ts';
import { economyText, speedText, volumeText } from '../../ui/quantities.ts';
import { Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { computerZone, durationText, fullDateTime, shortDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { placeText } from '../../ui/units.ts';
import { CompanySection } from './CompanySection.tsx';
import { MessageSection } from './MessageSection.tsx';
import classes from './SettingsView.module.css';
import { Choices, useCompanySettings, ZoneField } from './SharedSettings.tsx';
import { SETTINGS_SECTIONS, type SettingsSearch, type SettingsSection } from './search.ts';
import { sync_status, useSyncStatus } from './sync.ts';

const PAGE_PREFS = [
  'length_unit',
  'volume_unit',
  'time_zone',
  'clock',
  'theme',
  'density',
  'motion',
  'default_view',
] as const satisfies readonly (keyof Prefs)[];

interface SettingsViewProps extends FirstViewProps, ViewProps<SettingsSearch> {
  /** Shown above the display settings. */
  readonly children?: ReactNode;
}

const SECTION_NAMES: Readonly<Record<SettingsSection, string>> = {
  display: 'Display',
  alerts: 'Alerts',
  company: 'Company',
  messages: 'Messages to fleets',
};
const OF_ADMINISTRATORS: readonly SettingsSection[] = ['company', 'messages'];

export function SettingsView({ search, onSearch, ...display }: SettingsViewProps) {
  const disabledReason = useDisabledReason('administer');
  const section = search.section ?? 'display';
  const isDenied = (one: SettingsSection) => disabledReason !== null && OF_ADMINISTRATORS.includes(one);
  // A section that a link names is named, also to those who may not open it.
  const sections = SETTINGS_SECTIONS.filter((one) => !isDenied(one) || one === section);
  return (
    <>
      <Tabs
        label="Settings"
        tabs={sections.map((key) => ({ key, label: SECTION_NAMES[key] }))}
        value={section}
        panel_id={PANEL_ID}
        onChange={(to) => onSearch({ section: to === 'display' ? undefined : to })}
      />
      <TabPanel id={PANEL_ID} tab={section} className={classes.page}>
        {section === 'display' && <DisplaySection {...display} />}
        {section === 'alerts' && <AlertSection />}
        {isDenied(section) && (
          <EmptyState icon={IconLock} title={`${SECTION_NAMES[section]}: for administrators`} role="status">
            <p>{disabledReason}</p>
          </EmptyState>
        )}
        {section === 'company' && !isDenied(section) && <CompanySection />}
        {section === 'messages' && !isDenied(section) && <MessageSection />}
      </TabPanel>
    </>
  );
}

const PANEL_ID = 'settings-section';

function DisplaySection({ pages, views, children }: Omit<SettingsViewProps, keyof ViewProps<object>>) {
  const now = usePrefs();
  const set = (change: Partial<Prefs>) => prefs.set(change);
  return (
    <>
      <SyncStatusLine />
      {children}
      <Section level={2} title="Units">
        <div className={classes.fields}>
          <Choices names={['length_unit', 'volume_unit']} value={now} onChange={set} />
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
          <Choices names={['clock']} value={now} onChange={set} />
        </div>
        <TimeSample />
      </Section>
      <Section level={2} title="Appearance">
        <div className={classes.fields}>
          <Choices names={['theme', 'density', 'motion']} value={now} onChange={set} />
        </div>
      </Section>
      <Section level={2} title="After signing in">
        <FirstView pages={pages} views={views} />
      </Section>
      <Reset now={now} />
      <Version />
    </>
  );
}

/** For whoever asks for help. */
function Version() {
  const config = useConfig();
  return (
    config && (
      <Box component="p" className={shared.small} mx={16} my={8}>
        Waypost {config.version}
      </Box>
    )
  );
}

const Sample = ({ children }: { readonly children: string }) => (
  <p className={classes.sample}>
    <span className={shared.small}>Example:</span> {children}
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

/** Resets to the company's defaults, and to the product's for the rest. */
function Reset({ now }: { readonly now: Prefs }) {
  const { data, isPending } = useCompanySettings();
  const defaults: Prefs = { ...DEFAULT_PREFS, ...pickShared(data) };
  const changed = isPending ? [] : PAGE_PREFS.filter((name) => now[name] !== defaults[name]);
  const of = (from: Prefs) => Object.fromEntries(changed.map((name) => [name, from[name]])) as Partial<Prefs>;
  if (changed.length === 0) return null;
  return (
    <Box p={16}>
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
    </Box>
  );
}

const pickShared = (company: Company | undefined): Partial<Prefs> =>
  company ? Object.fromEntries(SHARED_PREFERENCES.map((name) => [name, company[name]])) : {};

/** The browser's notification permission; `none`: unsupported. */
const permissionNow = (): NotificationPermission | 'none' =>
  typeof Notification === 'undefined' ? 'none' : Notification.permission;

const lateText = (minutes: number) => durationText(minutes * 60_000);

/** Which new exceptions raise a notification or a sound. Stored in this browser, like its permission. */
function AlertSection() {
  const { alert_from, alert_sound } = usePrefs();
  const limits = useCompanySettings().data?.thresholds;
  const lateness =
    limits &&
    `By your company's settings, lateness is High from ${lateText(limits.late_high_minutes)} and Critical from ${lateText(limits.late_critical_minutes)}. `;
  const [permission, setPermission] = useState(permissionNow);
  const on = alert_from !== 'off';
  const choose = (to: Prefs['alert_from']) => {
    prefs.set({ alert_from: to });
    if (to !== 'off' && permissionNow() === 'default')
      void Notification.requestPermission().then(setPermission);
  };
  return (
    <Section level={2} title="Alerts">
      <div className={classes.fields}>
        <Choice
          label="Notify me of new exceptions"
          options={{ Off: 'off', Critical: 'critical', High: 'high', All: 'any' }}
          value={alert_from}
          onChange={choose}
          help={`Severities are those of the board; High includes Critical. ${lateness ?? ''}At most one alert every 15 seconds.`}
        />
        {on && (
          <Choice
            label="Sound"
            options={{ Off: 'off', On: 'on' }}
            value={alert_sound ? 'on' : 'off'}
            onChange={(to) => prefs.set({ alert_sound: to === 'on' })}
          />
        )}
      </div>
      {on && permission !== 'granted' && (
        <p className={`${classes.sample} ${shared.secondary}`}>{PERMISSION_WORDS[permission]}</p>
      )}
    </Section>
  );
}

const PERMISSION_WORDS: Readonly<Record<'default' | 'denied' | 'none', string>> = {
  default:
    'Your browser will ask whether Waypost may show notifications. Until you allow them, only the sound works.',
  denied: "Your browser blocks notifications. Allow them in the browser's settings of this site.",
  none: "This browser doesn't support notifications. The sound works while Waypost is open.",
};

const FOLLOWS = 'Your settings follow you to every browser.';
const SYNC_WORDS = { unread: '', busy: 'Saving…', read: FOLLOWS, saved: `Saved. ${FOLLOWS}` } as const;

function SyncStatusLine() {
  const state = useSyncStatus();
  if (state.phase === 'waiting' || state.phase === 'refused') {
    const { title, text } = explain(state.problem);
    const explanation =
      state.phase === 'waiting'
        ? 'Your choices apply in this browser and are saved when the server responds.'
        : 'Your last change was not saved.';
    return (
      <Banner
        tone={state.phase === 'waiting' ? 'wait' : 'act'}
        title={state.phase === 'waiting' ? 'Not saved yet.' : 'The server rejected a setting.'}
        action={<Button onClick={sync_status.retry}>Try again</Button>}
      >
        {title}. {text} {explanation}
      </Banner>
    );
  }
  return (
    <Box component="p" className={shared.small} mx={16} my={8} role="status">
      {SYNC_WORDS[state.phase]}
    </Box>
  );
}

interface Target {
  readonly to: string;
  readonly label: string;
}

interface FirstViewProps {
  readonly pages: readonly Target[];
  readonly views: readonly Target[] | null;
}

const OTHER = 'other';

/** Accepts a full URL of this server as well as a path. */
function pathOf(text: string): string {
  const typed = text.trim();
  return typed.startsWith(location.origin) ? typed.slice(location.origin.length) || '/' : typed;
}

const option = ({ to, label }: Target) => (
  <option key={to} value={to}>
    {label}
  </option>
);

function FirstView({ pages, views }: FirstViewProps) {
  const { default_view } = usePrefs();
  const listed = default_view === null || [...pages, ...(views ?? [])].some(({ to }) => to === default_view);
  const [typing, setTyping] = useState(false);
  const other = typing || (!listed && views !== null);
  const [text, setText] = useState(default_view ?? '');
  const is_invalid = !preferencesChange.safeParse({ default_view: pathOf(text) }).success;
  const write = (typed: string) => {
    setText(typed);
    if (preferencesChange.safeParse({ default_view: pathOf(typed) }).success)
      prefs.set({ default_view: pathOf(typed) });
  };
  return (
    <div className={classes.fields}>
      <NativeSelect
        label="Start page"
        className={classes.field}
        value={other ? OTHER : (default_view ?? '/')}
        onChange={({ currentTarget: { value } }) => {
          setTyping(value === OTHER);
          if (value === OTHER) setText(default_view ?? '/?tab=all');
          else prefs.set({ default_view: value === '/' ? null : value });
        }}
      >
        {pages.map(option)}
        {!listed && !other && <option value={default_view}>Loading saved views</option>}
        {views && views.length > 0 && <optgroup label="Saved views">{views.map(option)}</optgroup>}
        <option value={OTHER}>Another page</option>
      </NativeSelect>
      {other && (
        <TextInput
          label="Address"
          description="The page's address with its filters, such as /?tab=all&health=stale. Or press / on that page and choose “Open this view after signing in”."
          value={text}
          spellCheck={false}
          maxLength={1000}
          error={is_invalid ? 'Must start with / and have no spaces' : undefined}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
      )}
    </div>
  );
}
