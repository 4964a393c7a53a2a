import { Button, FileButton, Textarea, TextInput } from '@mantine/core';
import {
  type Company,
  type CompanyChange,
  type CompanyThresholds,
  companyChange,
  DEFAULT_THRESHOLDS,
  type LateRule,
  lateRule,
  THRESHOLD_RANGES,
} from '@waypost/contract/api/company';
import { useState } from 'react';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { Age } from '../../live/Age.tsx';
import { isolated } from '../../ui/bidi.ts';
import { Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import { personLocale } from '../../ui/units.ts';
import classes from './SettingsView.module.css';
import { Choices, useCompanyMutations, useCompanySettings, ZoneField } from './SharedSettings.tsx';

/** Pixels: twice the largest size at which it is shown. */
const MAX_WIDTH = 480;
const MAX_HEIGHT = 160;

/**
 * Redraws the file as a PNG, scaled down to fit.
 * @returns base64; null when the browser cannot decode the file
 */
async function logoOf(file: Blob): Promise<string | null> {
  const address = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    // An image without a size of its own, as some SVG files, gets the maximum size.
    const [width, height] = [image.naturalWidth || MAX_WIDTH, image.naturalHeight || MAX_HEIGHT];
    const scale = Math.min(1, MAX_WIDTH / width, MAX_HEIGHT / height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return canvas.toDataURL('image/png').split(',')[1] ?? null;
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}

export function CompanySection() {
  const { data, error, refetch } = useCompanySettings();
  return (
    <Section level={2} title="Company">
      {data ? (
        <CompanyForm company={data} />
      ) : error ? (
        <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} small />
      ) : (
        <p className={`${shared.secondary} ${shared.plain}`}>Loading…</p>
      )}
    </Section>
  );
}

const FIELDS = ['name', 'length_unit', 'volume_unit', 'time_zone', 'clock'] as const;
type Fields = Pick<Company, (typeof FIELDS)[number]>;

const changesOf = (fields: Fields, company: Fields): Partial<Fields> =>
  Object.fromEntries(
    FIELDS.filter((key) => fields[key] !== company[key]).map((key) => [key, fields[key]]),
  ) as Partial<Fields>;

const LIMITS: readonly {
  readonly key: keyof CompanyThresholds;
  readonly label: string;
  readonly unit: string;
  readonly help: string;
}[] = [
  {
    key: 'late_after_minutes',
    label: 'Late after',
    unit: 'min',
    help: 'A truck is late this long after its appointment, and running late when we expect it after that.',
  },
  {
    key: 'late_high_minutes',
    label: 'High severity from',
    unit: 'min',
    help: 'A load this late is High in the list and in alerts.',
  },
  {
    key: 'late_critical_minutes',
    label: 'Critical severity from',
    unit: 'min',
    help: 'A load this late is Critical in the list and in alerts.',
  },
  {
    key: 'delivered_after_hours',
    label: 'Counts as delivered after',
    unit: 'h',
    help: 'A load moves to the archive when its last appointment was this long ago and its truck is somewhere else.',
  },
];
const rangeOf = (key: keyof CompanyThresholds) => {
  const [least, most] = THRESHOLD_RANGES[key];
  return `${least} to ${most.toLocaleString(personLocale())}`;
};

/** Parses a limit; null unless it is a whole number in range. */
function limitOf(key: keyof CompanyThresholds, text: string): number | null {
  const [least, most] = THRESHOLD_RANGES[key];
  const value = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}

const rulesText = (rules: readonly LateRule[]): string =>
  rules.map(({ name, late_after_minutes }) => `${name}: ${late_after_minutes}`).join('\n');

/** Parses one rule for each line; the text of the first line that is none. */
function rulesOf(text: string): LateRule[] | { readonly unreadable: string } {
  const rules: LateRule[] = [];
  for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
    const [, name = '', minutes = ''] = /^(.*):\s*(\d{1,4})(?:\s*min)?\s*$/.exec(line) ?? [];
    const rule = lateRule.safeParse({ name, late_after_minutes: Number(minutes || Number.NaN) });
    if (!rule.success) return { unreadable: line.trim() };
    rules.push(rule.data);
  }
  return rules;
}

/** `draft` holds only unsaved changes; everything else comes from the server. */
function CompanyForm({ company }: { readonly company: Company }) {
  const [draft, setDraft] = useState<Partial<Fields>>({});
  const [typedLimits, setTypedLimits] = useState<Partial<Record<keyof CompanyThresholds, string>>>({});
  const [typedRules, setTypedRules] = useState<string | null>(null);
  const { change } = useCompanyMutations();
  const rules_text = typedRules ?? rulesText(company.late_rules);
  const rules = rulesOf(rules_text);
  const fields: Fields = { ...company, ...draft };
  const typed = fields.name ?? '';
  const limits = LIMITS.map((limit) => {
    const text = typedLimits[limit.key] ?? String(company.thresholds[limit.key]);
    return { ...limit, text, value: limitOf(limit.key, text) };
  });
  const unreadable = limits.some(({ value }) => value === null) || 'unreadable' in rules;
  const thresholds = Object.fromEntries(
    limits
      .filter(({ key, value }) => value !== null && value !== company.thresholds[key])
      .map(({ key, value }) => [key, value]),
  ) as Partial<CompanyThresholds>;
  const changes: CompanyChange = changesOf(
    { ...fields, name: typed.trim() === '' ? null : typed.trim() },
    company,
  );
  if (Object.keys(thresholds).length > 0) changes.thresholds = thresholds;
  if (!('unreadable' in rules) && rulesText(rules) !== rulesText(company.late_rules))
    changes.late_rules = rules;
  const edited = Object.keys(changes).length > 0 || unreadable;
  const checked = companyChange.safeParse(changes);
  const name_error = checked.success ? null : (checked.error.issues[0]?.message ?? "can't be used");
  const set = (more: Partial<Fields>) => setDraft((before) => ({ ...before, ...more }));

  const save = async () => {
    const before: CompanyChange = changesOf(company, { ...company, ...changes });
    if (changes.thresholds) before.thresholds = company.thresholds;
    if (changes.late_rules) before.late_rules = company.late_rules;
    await change.mutateAsync({ body: changes });
    setDraft({});
    setTypedLimits({});
    setTypedRules(null);
    toast({
      title: 'Company settings saved',
      action: { label: 'Undo', run: () => change.mutate({ body: before }) },
    });
  };
  return (
    <form
      className={`${shared.column} ${classes.form}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A failure is shown by the form as `change.error`.
        if (checked.success && !unreadable) save().catch(() => undefined);
      }}
    >
      <p className={`${shared.secondary} ${shared.plain}`}>
        Applies to everyone. Only administrators can change it.
      </p>
      <TextInput
        label="Company name"
        description="Shown on the sign-in page, prints and pages that fleets see."
        className={classes.field}
        placeholder="e.g. Northbound Freight"
        autoComplete="organization"
        value={typed}
        error={name_error && `Company name ${name_error}`}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <LogoField company={company} />
      <div>
        <p className={classes.label}>Defaults</p>
        <p className={`${shared.small} ${classes.help}`}>For people who have not chosen their own.</p>
      </div>
      <div className={classes.fields}>
        <Choices names={['length_unit', 'volume_unit']} value={fields} onChange={set} />
      </div>
      <div className={classes.fields}>
        <ZoneField
          value={fields.time_zone}
          none="Each computer's time zone"
          onChange={(time_zone) => set({ time_zone })}
        />
        <Choices names={['clock']} value={fields} onChange={set} />
      </div>
      <div>
        <p className={classes.label}>Limits</p>
        <p className={`${shared.small} ${classes.help}`}>
          When a truck is late, and when a load leaves the board, for everyone.
        </p>
      </div>
      <div className={classes.limits}>
        {limits.map(({ key, label, unit, help, text, value }) => (
          <TextInput
            key={key}
            label={label}
            description={`${help} ${rangeOf(key)} ${unit}, default ${DEFAULT_THRESHOLDS[key]} ${unit}.`}
            inputMode="numeric"
            autoComplete="off"
            rightSection={unit}
            rightSectionPointerEvents="none"
            value={text}
            error={value === null && `Enter a whole number, ${rangeOf(key)}`}
            onChange={({ currentTarget }) =>
              setTypedLimits((before) => ({ ...before, [key]: currentTarget.value }))
            }
          />
        ))}
      </div>
      <Textarea
        label="Late after, by customer or lane"
        description="One on each line: words in the name of a stop, or two ends of a lane with > between them, then minutes. The first line that fits a load applies."
        placeholder={'Keystone Retail: 30\nChicago > Dallas: 60'}
        className={classes.field}
        autosize
        minRows={2}
        maxRows={10}
        value={rules_text}
        error={
          'unreadable' in rules &&
          `“${rules.unreadable}” can't be read. Enter a name, a colon and minutes, such as Keystone Retail: 30`
        }
        onChange={({ currentTarget }) => setTypedRules(currentTarget.value)}
      />
      {change.error && (
        <div className={shared.plain}>
          <ProblemState problem={asProblem(change.error)} small />
        </div>
      )}
      <div className={classes.bar}>
        <Button
          type="submit"
          variant="filled"
          loading={change.isPending}
          disabled={!edited || name_error !== null || unreadable}
        >
          Save company settings
        </Button>
        {edited && (
          <Button
            onClick={() => {
              setDraft({});
              setTypedLimits({});
              setTypedRules(null);
              change.reset();
            }}
          >
            Discard changes
          </Button>
        )}
        {company.updated_at && (
          <span className={shared.small}>
            Last changed by {isolated(company.updated_by_name ?? 'somebody')},{' '}
            <Age at={company.updated_at} ago />
          </span>
        )}
      </div>
    </form>
  );
}

/** Saved immediately, with undo. */
function LogoField({ company: { logo_url } }: { readonly company: Company }) {
  const { logo } = useCompanyMutations();
  const [unreadable, setUnreadable] = useState<string | null>(null);

  const write = async (data: string | null, title: string) => {
    const before = logo_url && (await storedLogo(logo_url));
    await logo.mutateAsync(data);
    toast({ title, action: { label: 'Undo', run: () => logo.mutate(before) } });
  };
  const upload = async (file: File | null) => {
    if (!file) return;
    const data = await logoOf(file);
    setUnreadable(data === null ? file.name : null);
    if (data !== null) await write(data, 'Logo saved').catch(() => undefined);
  };
  return (
    <div>
      <p className={classes.label}>Logo</p>
      <div className={classes.bar}>
        {logo_url && <img className={classes.picture} src={logo_url} alt="Current logo" />}
        <FileButton
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          onChange={(file) => void upload(file)}
        >
          {(props) => (
            <Button {...props} loading={logo.isPending}>
              {logo_url ? 'Replace logo' : 'Upload logo'}
            </Button>
          )}
        </FileButton>
        {logo_url && (
          <Button
            disabled={logo.isPending}
            onClick={() => void write(null, 'Logo removed').catch(() => undefined)}
          >
            Remove logo
          </Button>
        )}
      </div>
      <p className={`${shared.small} ${classes.help}`}>
        PNG, JPEG, WebP or SVG. Large images are scaled down.
      </p>
      {unreadable !== null && (
        <p className={`${shared.small} ${classes.help}`} role="alert">
          {isolated(unreadable)} is not an image that can be read. Choose a PNG, JPEG, WebP or SVG file.
        </p>
      )}
      {logo.error && <ProblemState problem={asProblem(logo.error)} small />}
    </div>
  );
}

/** The current logo in base64, for undo; null when it cannot be fetched. */
async function storedLogo(url: string): Promise<string | null> {
  const answer = await fetch(url).catch(() => null);
  return answer?.ok ? logoOf(await answer.blob()) : null;
}
