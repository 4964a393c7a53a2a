/** What administrators set for the whole company: its name and logo, and how people see Waypost who have not chosen themselves. */
import { Button, FileButton, TextInput } from '@mantine/core';
import { type Company, companyChange } from '@waypost/contract/api/company';
import { useState } from 'react';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { Age } from '../../live/Age.tsx';
import { isolated } from '../../ui/bidi.ts';
import { Section } from '../../ui/Section.tsx';
import { toast } from '../../ui/toasts.ts';
import classes from './CompanySection.module.css';
import { logoOf } from './logo-file.ts';
import view from './SettingsView.module.css';
import { ClockChoice, DistanceAndVolume } from './UnitChoices.tsx';
import { useCompanySettings, useCompanyWriting } from './use-company.ts';
import { ZoneField } from './ZoneField.tsx';

export function CompanySection() {
  const { data, error, refetch } = useCompanySettings();
  return (
    <Section level={2} title="Company">
      {data ? (
        <CompanyForm company={data} />
      ) : error ? (
        <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} small />
      ) : (
        <p className={classes.intro}>Loading…</p>
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

/** What stays is what the server has: `draft` holds only what the administrator changed and has not saved. */
function CompanyForm({ company }: { readonly company: Company }) {
  const [draft, setDraft] = useState<Partial<Fields>>({});
  const { change } = useCompanyWriting();
  const fields: Fields = { ...company, ...draft };
  const typed = fields.name ?? '';
  const changes = changesOf({ ...fields, name: typed.trim() === '' ? null : typed.trim() }, company);
  const checked = companyChange.safeParse(changes);
  const wrong = checked.success ? null : (checked.error.issues[0]?.message ?? 'cannot be used');
  const set = (more: Partial<Fields>) => setDraft((before) => ({ ...before, ...more }));

  const save = async () => {
    const before = changesOf(company, { ...company, ...changes });
    await change.mutateAsync(changes);
    setDraft({});
    toast({
      title: 'Company settings saved',
      action: { label: 'Undo', run: () => change.mutate(before) },
    });
  };
  return (
    <form
      className={classes.fields}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // A failure stays on the form: `change.error`.
        if (checked.success) save().catch(() => undefined);
      }}
    >
      <p className={classes.intro}>Applies to everybody. Only administrators can change it.</p>
      <TextInput
        label="Company name"
        description="On the sign-in page, on prints, and on pages that fleets see."
        className={classes.name}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder="e.g. Northbound Freight"
        autoComplete="organization"
        value={typed}
        error={wrong && `Company name ${wrong}`}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <LogoField company={company} />
      <div>
        <p className={classes.label}>Defaults</p>
        <p className={classes.help}>For people who have not chosen their own.</p>
      </div>
      <div className={view.fields}>
        <DistanceAndVolume value={fields} onChange={set} />
      </div>
      <div className={view.fields}>
        <ZoneField
          value={fields.time_zone}
          none="Each computer's time zone"
          onChange={(time_zone) => set({ time_zone })}
        />
        <ClockChoice value={fields} onChange={set} />
      </div>
      {change.error && (
        <div className={classes.failure}>
          <ProblemState problem={asProblem(change.error)} small />
        </div>
      )}
      <div className={classes.bar}>
        <Button
          type="submit"
          variant="filled"
          loading={change.isPending}
          disabled={Object.keys(changes).length === 0 || wrong !== null}
        >
          Save company settings
        </Button>
        {Object.keys(changes).length > 0 && (
          <Button
            onClick={() => {
              setDraft({});
              change.reset();
            }}
          >
            Discard changes
          </Button>
        )}
        {company.updated_at && (
          <span className={classes.help}>
            Last changed by {isolated(company.updated_by_name ?? 'somebody')},{' '}
            <Age at={company.updated_at} ago />
          </span>
        )}
      </div>
    </form>
  );
}

/** The picture is saved at once, with the way back. */
function LogoField({ company: { logo_url } }: { readonly company: Company }) {
  const { logo } = useCompanyWriting();
  const [unreadable, setUnreadable] = useState<string | null>(null);

  const write = async (data: string | null, title: string) => {
    const before = logo_url && (await storedLogo(logo_url));
    await logo.mutateAsync(data);
    toast({ title, action: { label: 'Undo', run: () => logo.mutate(before) } });
  };
  const take = async (file: File | null) => {
    if (!file) return;
    const data = await logoOf(file);
    setUnreadable(data === null ? file.name : null);
    if (data !== null) await write(data, 'Logo saved').catch(() => undefined);
  };
  return (
    <div>
      <p className={classes.label}>Logo</p>
      <div className={classes.logo}>
        {logo_url && <img className={classes.picture} src={logo_url} alt="Current logo" />}
        <FileButton
          accept="image/png,image/jpeg,image/webp,image/svg+xml"
          onChange={(file) => void take(file)}
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
      <p className={classes.help}>PNG, JPEG, WebP or SVG. Large images are scaled down.</p>
      {unreadable !== null && (
        <p className={classes.help} role="alert">
          {isolated(unreadable)} is not an image that can be read. Choose a PNG, JPEG, WebP or SVG file.
        </p>
      )}
      {logo.error && <ProblemState problem={asProblem(logo.error)} small />}
    </div>
  );
}

/** The logo that is about to be replaced, in base64; null when it cannot be had any more. */
async function storedLogo(url: string): Promise<string | null> {
  const answer = await fetch(url).catch(() => null);
  return answer?.ok ? logoOf(await answer.blob()) : null;
}
