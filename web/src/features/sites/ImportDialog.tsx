/** Reads sites from a file: dropped or chosen, every row looked at and told before anything is sent. */
import { Button, Modal, NativeSelect } from '@mantine/core';
import { SITES_AT_ONCE, type Site } from '@waypost/contract/api/sites';
import { useMemo, useState } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { asProblem, explain, type Problem } from '../../api/problem.ts';
import { LENGTH_UNITS, type LengthUnit } from '../../geo/length.ts';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { GuardedButton } from '../../ui/GuardedButton.tsx';
import { personLocale } from '../../ui/locale.ts';
import { toast } from '../../ui/toasts.ts';
import classes from './ImportDialog.module.css';
import { type ImportFile, readImport } from './import-file.ts';
import { nameKey, SITE_COLUMNS } from './import-row.ts';
import { useSiteWriting } from './use-sites.ts';
import { countText } from './words.ts';

export interface ImportDialogProps {
  readonly opened: boolean;
  /** What the book holds already. */
  readonly sites: readonly Site[];
  readonly onClose: () => void;
}

export function ImportDialog({ opened, onClose, ...rest }: ImportDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Import sites"
      size={640}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Form onClose={onClose} {...rest} />
    </Modal>
  );
}

function Form({ sites, onClose }: Omit<ImportDialogProps, 'opened'>) {
  const disabledReason = useDisabledReason('manage_monitors');
  const { importSites } = useSiteWriting();
  const [file, setFile] = useState<{ name: string; text: string } | null>(null);
  const [unit, setUnit] = useState<LengthUnit>('m');
  const [on_conflict, setOnConflict] = useState<'keep' | 'replace'>('keep');
  const [problem, setProblem] = useState<Problem | null>(null);
  const read = useMemo(() => file && readImport(file.text, unit), [file, unit]);
  const good = read?.ok ? read.good : [];
  const taken = useMemo(() => {
    const names = new Set(sites.map(({ name }) => nameKey(name)));
    return good.filter(({ site }) => names.has(nameKey(site.name))).length;
  }, [good, sites]);
  const too_many = good.length > SITES_AT_ONCE;

  const take = async (given: File) => {
    setProblem(null);
    setFile({ name: given.name, text: await given.text() });
  };
  const send = async () => {
    setProblem(null);
    try {
      const { added, replaced, kept } = await importSites.mutateAsync({
        items: good.map(({ site }) => site),
        on_conflict,
      });
      const parts = [`${countText(added)} added`];
      if (replaced > 0) parts.push(`${replaced.toLocaleString(personLocale())} replaced`);
      if (kept > 0)
        parts.push(kept === 1 ? '1 unchanged' : `${kept.toLocaleString(personLocale())} unchanged`);
      toast({ title: 'Import done', text: `${parts.join(', ')}.` });
      onClose();
    } catch (error) {
      setProblem(asProblem(error));
    }
  };
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (disabledReason === null && good.length > 0 && !too_many) void send();
      }}
    >
      <FileDrop
        label="Sites file"
        title={file?.name ?? 'Drop a CSV or GeoJSON file here, or choose one'}
        accept=".csv,.tsv,.txt,.json,.geojson,text/csv,application/geo+json"
        onFile={(given) => void take(given)}
      >
        Columns: {SITE_COLUMNS.join(', ')}. The first four are required; a radius may have m, km, ft or mi.
        GeoJSON: Points with radius_meters.
      </FileDrop>
      <div className={classes.two}>
        <NativeSelect
          label="Unit for radius without one"
          value={unit}
          data={[...LENGTH_UNITS]}
          onChange={({ currentTarget }) => setUnit(currentTarget.value as LengthUnit)}
        />
        <NativeSelect
          label="Site with the same name"
          value={on_conflict}
          data={[
            { value: 'keep', label: 'keep existing' },
            { value: 'replace', label: 'replace existing' },
          ]}
          onChange={({ currentTarget }) => setOnConflict(currentTarget.value as 'keep' | 'replace')}
        />
      </div>
      <div aria-live="polite" className={classes.check}>
        {read && <Check read={read} taken={taken} on_conflict={on_conflict} />}
        {too_many && (
          <p>
            One import is limited to {SITES_AT_ONCE.toLocaleString(personLocale())} sites. Split the file.
          </p>
        )}
        {problem && <Failure problem={problem} />}
      </div>
      <div className={classes.bar}>
        <Button onClick={onClose}>Cancel</Button>
        <GuardedButton
          variant="filled"
          type="submit"
          disabledReason={disabledReason}
          loading={importSites.isPending}
          disabled={disabledReason === null && (good.length === 0 || too_many)}
        >
          {good.length === 0 ? 'Import' : `Import ${countText(good.length)}`}
        </GuardedButton>
      </div>
    </form>
  );
}

interface CheckProps {
  readonly read: ImportFile;
  readonly taken: number;
  readonly on_conflict: 'keep' | 'replace';
}

function Check({ read, taken, on_conflict }: CheckProps) {
  if (!read.ok) return <p role="alert">{read.reason}.</p>;
  const { good, bad, format } = read;
  const row = format === 'CSV' ? 'Line' : 'Feature';
  return (
    <>
      <p>
        <strong>{countText(good.length)}</strong> can be imported
        {taken > 0 &&
          `; ${taken.toLocaleString(personLocale())} ${taken === 1 ? 'has a name' : 'have names'} already in the site book: ${
            on_conflict === 'keep' ? 'existing sites are kept' : 'existing sites are replaced'
          }`}
        .
      </p>
      {bad.length > 0 && (
        <>
          <p>
            <strong>
              {bad.length === 1
                ? "1 row can't be imported"
                : `${bad.length.toLocaleString(personLocale())} rows can't be imported`}
            </strong>{' '}
            and {bad.length === 1 ? 'is' : 'are'} left out:
          </p>
          <ul className={classes.bad}>
            {bad.map(({ line, name, problems }) => (
              <li key={line}>
                <span>
                  {row} {line}
                  {name && `, ${name}`}
                </span>{' '}
                {problems.join('; ')}.
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Failure({ problem }: { readonly problem: Problem }) {
  const { title, text } = explain(problem);
  return (
    <p role="alert">
      <strong>Not imported: {title}.</strong> {text}{' '}
      {problem.request_id && `Request ID ${problem.request_id}.`}
    </p>
  );
}
