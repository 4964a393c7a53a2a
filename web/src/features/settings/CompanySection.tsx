import { Button, FileButton, Textarea, TextInput } from '@mantine/core';
import {
  type Company,
  type CompanyChange,
  type CompanyThresholds,
  companyChange,
  companySettings,
  DEFAULT_THRESHOLDS,
  hasLateLimit,
  type LateRule,
  lateRule,
  misplacedLimit,
  THRESHOLD_RANGES,
} from '@waypost/contract/api/company';
import { useState } from 'react';
import { z } from 'zod';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { QueryState } from '../../api/QueryState.tsx';
import { undoAction } from '../../api/show-problem.ts';
import { Age } from '../../live/Age.tsx';
import { COMPANY_LABELS, LIMIT_WORDS } from '../../live/activity-log.ts';
import { useFormDrafts } from '../../live/form/draft.ts';
import { type Checked, changeFrom, useForm } from '../../live/form/form.ts';
import { Conflicts, correctText, Outcome } from '../../live/form/parts.tsx';
import { isolated } from '../../ui/bidi.ts';
import { Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import { numberText } from '../../ui/units.ts';
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
  const query = useCompanySettings();
  return (
    <Section level={2} title="Company">
      <QueryState query={query} label="Loading the company's settings" small />
      {query.data && <CompanyForm company={query.data} />}
    </Section>
  );
}

type LimitName = keyof CompanyThresholds;

const LIMIT_HELP: Readonly<Record<LimitName, string>> = {
  late_after_minutes:
    'A truck is late this long after its appointment, and running late when we expect it after that.',
  late_high_minutes: 'A load this late is High in the list and in alerts.',
  late_critical_minutes: 'A load this late is Critical in the list and in alerts.',
  delivered_after_hours:
    'A load moves to the archive when its last appointment was this long ago and its truck is somewhere else.',
  remind_after_days:
    'A fleet that was emailed and has not answered is emailed again this long after the last email; 0: never.',
  max_reminders: 'Of each invitation. No fleet that has unsubscribed is reminded.',
};
const rangeOf = (key: keyof CompanyThresholds) => {
  const [least, most] = THRESHOLD_RANGES[key];
  return `${least} to ${numberText(most)}`;
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

const LIMIT_NAMES = Object.keys(LIMIT_HELP) as LimitName[];
const ofLimits = <T,>(of: (name: LimitName) => T) =>
  Object.fromEntries(LIMIT_NAMES.map((name) => [name, of(name)])) as Record<LimitName, T>;

/** As typed. */
const companyDraft = z.object({
  ...companySettings.pick({ length_unit: true, volume_unit: true, time_zone: true, clock: true }).shape,
  name: z.string(),
  contact: z.string(),
  ...ofLimits(() => z.string()),
  late_rules: z.string(),
});
type CompanyDraft = z.infer<typeof companyDraft>;

function draftOf(company: Company): CompanyDraft {
  const { name, contact, length_unit, volume_unit, time_zone, clock, late_rules, thresholds } = company;
  return {
    ...ofLimits((limit) => String(thresholds[limit])),
    length_unit,
    volume_unit,
    time_zone,
    clock,
    name: name ?? '',
    contact: contact ?? '',
    late_rules: rulesText(late_rules),
  };
}

const LABELS = { ...COMPANY_LABELS, ...ofLimits((limit) => LIMIT_WORDS[limit].label) };

/** The changed settings and what they replace, or errors by field. */
function checkCompany(draft: CompanyDraft, company: Company): Checked<keyof CompanyDraft, CompanyChange> {
  const errors = new Map<keyof CompanyDraft, string>();
  const limits: Partial<CompanyThresholds> = {};
  for (const key of LIMIT_NAMES) {
    const value = limitOf(key, draft[key]);
    if (value === null) errors.set(key, `Enter a whole number, ${rangeOf(key)}`);
    else limits[key] = value;
  }
  const { before: limits_before, ...thresholds } = changeFrom<typeof limits>(company.thresholds, limits);
  const late = { ...company.thresholds, ...thresholds };
  const wrong = errors.size === 0 && hasLateLimit(thresholds) ? misplacedLimit(late) : null;
  if (wrong)
    errors.set(
      wrong.limit,
      `Enter at least ${numberText(late[wrong.before])}, the limit of “${LIMIT_WORDS[wrong.before].label}”`,
    );
  const rules = rulesOf(draft.late_rules);
  if ('unreadable' in rules)
    errors.set(
      'late_rules',
      `“${rules.unreadable}” can't be read. Enter a name, a colon and minutes, such as Keystone Retail: 30`,
    );
  const { name, contact, length_unit, volume_unit, time_zone, clock } = draft;
  const { before, ...fields } = changeFrom<Partial<Company>>(company, {
    name: name.trim() || null,
    contact: contact.trim() || null,
    length_unit,
    volume_unit,
    time_zone,
    clock,
    late_rules: 'unreadable' in rules ? company.late_rules : rules,
  });
  const has_limits = Object.keys(thresholds).length > 0;
  const parsed = companyChange.safeParse({
    ...fields,
    ...(has_limits && { thresholds }),
    before: { ...before, ...(has_limits && { thresholds: limits_before }) },
  });
  for (const { path, message } of parsed.error?.issues ?? [])
    errors.set(path.includes('contact') ? 'contact' : 'name', message);
  return { body: errors.size === 0 && parsed.success ? parsed.data : null, errors };
}

/** Back to what a change has replaced, unless somebody else has changed it again. */
const undoOf = ({ before = {}, ...change }: CompanyChange): CompanyChange => ({ ...before, before: change });

function CompanyForm({ company }: { readonly company: Company }) {
  const { change, refetch } = useCompanyMutations();
  const form = useForm({
    drafts: useFormDrafts('company', companyDraft),
    name: 'settings',
    initial: draftOf(company),
    check: (draft) => checkCompany(draft, company),
    eager: true,
    send: async (body) => ({ company: await change.mutateAsync({ body }), undo: undoOf(body) }),
    stored: (answer) => draftOf(answer.company),
    onStale: refetch,
    onDone: ({ undo }) =>
      toast({
        title: 'Company settings saved',
        action: undoAction('Not undone', () => change.mutateAsync({ body: undo })),
      }),
  });
  const { values, errors, set } = form;
  return (
    <form {...form.element} className={`${shared.column} ${classes.form}`}>
      <p className={`${shared.secondary} ${shared.plain}`}>
        Applies to everyone. Only administrators can change it.
      </p>
      <TextInput
        {...form.text('name', LABELS.name)}
        description="Shown on the sign-in page, prints and pages that fleets see."
        className={classes.field}
        placeholder="e.g. Northbound Freight"
        autoComplete="organization"
      />
      <TextInput
        {...form.text('contact', LABELS.contact)}
        description="A phone number or email address, shown to fleets after they answer an invitation. Their replies to invitation emails go to the email address in it, unless the address of the person who invites is known."
        className={classes.field}
        placeholder="e.g. +1 505 555 0117"
        autoComplete="off"
      />
      <LogoField company={company} />
      <div>
        <p className={shared.legend}>Defaults</p>
        <p className={`${shared.small} ${classes.help}`}>For people who have not chosen their own.</p>
      </div>
      <div className={classes.fields}>
        <Choices names={['length_unit', 'volume_unit']} value={values} onChange={set} />
      </div>
      <div className={classes.fields}>
        <ZoneField
          value={values.time_zone}
          none="Each computer's time zone"
          onChange={(time_zone) => set({ time_zone })}
        />
        <Choices names={['clock']} value={values} onChange={set} />
      </div>
      <div>
        <p className={shared.legend}>Limits</p>
        <p className={`${shared.small} ${classes.help}`}>
          When a truck is late, a load leaves the board, and a fleet is reminded, for everyone.
        </p>
      </div>
      <div className={classes.limits}>
        {LIMIT_NAMES.map((key) => (
          <TextInput
            {...form.text(key, LIMIT_WORDS[key].label)}
            key={key}
            description={`${LIMIT_HELP[key]} ${rangeOf(key)} ${LIMIT_WORDS[key].unit}, default ${DEFAULT_THRESHOLDS[key]} ${LIMIT_WORDS[key].unit}.`.replace(
              / (?=[,.])/g,
              '',
            )}
            inputMode="numeric"
            autoComplete="off"
            rightSection={LIMIT_WORDS[key].unit}
            rightSectionPointerEvents="none"
            error={errors.get(key)}
          />
        ))}
      </div>
      <Textarea
        {...form.text('late_rules', LABELS.late_rules)}
        description="One on each line: words in the name of a stop, or two ends of a lane with > between them, then minutes. The first line that fits a load applies."
        placeholder={'Keystone Retail: 30\nChicago > Dallas: 60'}
        className={classes.field}
        autosize
        minRows={2}
        maxRows={10}
        error={errors.get('late_rules')}
      />
      <Conflicts form={form} by={company.updated_by_name} labels={LABELS} />
      <Outcome form={form} what="Not saved" />
      <div className={classes.bar}>
        <Button type="submit" variant="filled" loading={form.busy} disabled={!form.changed}>
          Save company settings
        </Button>
        {form.changed && <Button onClick={form.discard}>Discard changes</Button>}
        <span role="status">{errors.size > 0 && correctText(errors.keys(), LABELS)}</span>
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
      <p className={shared.legend}>Logo</p>
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
