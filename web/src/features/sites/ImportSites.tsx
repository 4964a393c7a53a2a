/** Reads sites from a file: dropped or chosen, every row checked and shown before anything is sent. */
import { NativeSelect } from '@mantine/core';
import { SITES_AT_ONCE, type Site } from '@waypost/contract/api/sites';
import { useCallback, useMemo, useState } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { LENGTH_UNITS, type LengthUnit } from '../../geo/length.ts';
import { ImportDialog, ImportForm } from '../../live/ImportDialog.tsx';
import { personLocale } from '../../ui/units.ts';
import { type ImportFile, readImport } from './import-file.ts';
import { nameKey, SITE_COLUMNS } from './import-row.ts';
import { useSiteWriting } from './use-sites.ts';

export interface ImportSitesProps {
  readonly opened: boolean;
  /** Those that exist. */
  readonly sites: readonly Site[];
  readonly onClose: () => void;
}

export function ImportSites({ opened, onClose, sites }: ImportSitesProps) {
  return (
    <ImportDialog opened={opened} onClose={onClose} title="Import sites">
      <Form onClose={onClose} sites={sites} />
    </ImportDialog>
  );
}

type SiteFile = Extract<ImportFile, { ok: true }>;

function Form({ sites, onClose }: Omit<ImportSitesProps, 'opened'>) {
  const disabledReason = useDisabledReason('manage_monitors');
  const { importSites } = useSiteWriting();
  const [unit, setUnit] = useState<LengthUnit>('m');
  const read = useCallback((text: string) => readImport(text, unit), [unit]);
  const names = useMemo(() => new Set(sites.map(({ name }) => nameKey(name))), [sites]);
  return (
    <ImportForm<SiteFile['good'][number], ImportFile>
      noun="site"
      accept=".csv,.tsv,.txt,.json,.geojson,text/csv,application/geo+json"
      formats="CSV or GeoJSON"
      columns={`Columns: ${SITE_COLUMNS.join(', ')}. The first four are required; a radius may have m, km, ft or mi. GeoJSON: Points with radius_meters.`}
      defaultConflict="keep"
      read={read}
      limit={SITES_AT_ONCE}
      disabledReason={disabledReason}
      remark={({ good }, on_conflict) => {
        const taken = good.filter(({ site }) => names.has(nameKey(site.name))).length;
        if (taken === 0) return '.';
        const have = taken === 1 ? 'has a name' : 'have names';
        const fate = on_conflict === 'keep' ? 'existing sites are kept' : 'existing sites are replaced';
        return `; ${taken.toLocaleString(personLocale())} ${have} already in the site book: ${fate}.`;
      }}
      rowName={({ format }) => (format === 'CSV' ? 'Line' : 'Feature')}
      importRows={(good, on_conflict) =>
        importSites.mutateAsync({ body: { items: good.map(({ site }) => site), on_conflict } })
      }
      onClose={onClose}
    >
      <NativeSelect
        label="Unit for radius without one"
        value={unit}
        data={[...LENGTH_UNITS]}
        onChange={({ currentTarget }) => setUnit(currentTarget.value as LengthUnit)}
      />
    </ImportForm>
  );
}
