import { Button } from '@mantine/core';
import type { FuelFinding, FuelImport, FuelRow } from '@waypost/contract/api/fuel';
import { FUEL_ROUTES } from '@waypost/contract/api/fuel-routes';
import { use, useMemo, useState } from 'react';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { QueryState } from '../../api/QueryState.tsx';
import { useCsvExport } from '../../api/use-csv-export.ts';
import { useNow } from '../../live/context.ts';
import { Banner } from '../../ui/Banner.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconDownload, IconFilter, IconRefresh } from '../../ui/icons.ts';
import { useShortcuts } from '../../ui/keys.ts';
import { ImportProgress } from '../../ui/lines.tsx';
import { PageFrameContext, type ViewProps } from '../../ui/page-frame.tsx';
import { ListWithPanel } from '../../ui/resource-list/ListLayout.tsx';
import { countText, numberText } from '../../ui/units.ts';
import { useLayout } from '../../ui/use-media.ts';
import { dayText } from '../../ui/zoned.ts';
import {
  choiceOf,
  dayOf,
  draftOf,
  filterCount,
  rangeText,
  searchOf,
  toRangeRequest,
  upTo,
  useChoiceDraft,
} from './choice.ts';
import { FuelPanel, type OpenRow } from './FuelPanel.tsx';
import classes from './FuelView.module.css';
import { RangeForm } from './RangeForm.tsx';
import { FUEL_GRID_ID } from './Rows.tsx';
import type { FuelSearch } from './search.ts';
import { type FuelImportState, useFuelImport } from './use-fuel.ts';
import { orderOf } from './use-rows.ts';
import { Views } from './Views.tsx';

export function FuelView({ search, onSearch }: ViewProps<FuelSearch>) {
  const Frame = use(PageFrameContext);
  const today = useNow(dayOf);
  const asked = useMemo(() => choiceOf(search, today), [search, today]);
  const choice = useMemo(() => upTo(asked, today), [asked, today]);
  const { request, errors } = useMemo(() => toRangeRequest(choice, today), [choice, today]);
  const fuel = useFuelImport(request);
  const { listImport } = fuel;
  const [draft, setDraft] = useChoiceDraft();
  const editing = draft ?? (errors ? draftOf(choice) : null);
  const [open, setOpen] = useState<(OpenRow & { readonly by_key: boolean }) | null>(null);
  const filters = filterCount(choice);

  const close = () => {
    setOpen(null);
    document.getElementById(FUEL_GRID_ID)?.focus();
  };
  const focusGrid = () => document.getElementById(FUEL_GRID_ID)?.focus();
  useShortcuts({ j: focusGrid, k: focusGrid, Escape: () => (open ? close() : setDraft(null)) });
  const edit = () => setDraft(draft ? null : draftOf(choice));

  return (
    <Frame
      title="Fuel"
      filters={
        <Button
          leftSection={<IconFilter size={16} aria-hidden />}
          aria-expanded={editing !== null}
          onClick={edit}
          miw={0}
        >
          {rangeTextOf(choice)}
          {filters > 0 && `, ${countText(filters, 'filter')}`}
        </Button>
      }
      actions={
        <>
          {listImport && <Export listImport={listImport} search={search} />}
          <Button
            leftSection={<IconRefresh size={16} aria-hidden />}
            disabled={request === null || listImport?.state === 'reading'}
            aria-label="Refresh"
            className={classes.refresh}
            onClick={() => fuel.start(true)}
          >
            Refresh
          </Button>
        </>
      }
    >
      <ListWithPanel
        panel={
          open && (
            <FuelPanel row={open.row} finding={open.finding} takes_focus={open.by_key} onClose={close} />
          )
        }
      >
        {editing && (
          <RangeForm
            draft={editing}
            onDraft={setDraft}
            listImport={listImport}
            today={today}
            shows_errors={errors !== null}
            onShow={(chosen) => {
              setDraft(null);
              setOpen(null);
              onSearch({ ...searchOf(chosen), check: undefined });
            }}
            onClose={() => setDraft(null)}
          />
        )}
        {errors !== null ? (
          <EmptyState title="Nothing to show yet">
            The date range or a filter is not valid. Check the form.
          </EmptyState>
        ) : (
          <>
            {asked.to !== choice.to && (
              <Banner tone="wait" title={`Shown up to today, ${dayText(today)}.`}>
                The days until {dayText(asked.to)} have not begun.
              </Banner>
            )}
            <ImportStatus fuel={fuel} />
            {listImport ? (
              <Views
                listImport={listImport}
                onGone={fuel.refetch}
                search={search}
                range={choice}
                selected={open?.row.id}
                onSearch={onSearch}
                onOpen={(row: FuelRow, by_key: boolean) => setOpen({ row, finding: null, by_key })}
                onFinding={(finding: FuelFinding) =>
                  setOpen({ row: finding.transaction, finding, by_key: true })
                }
                onFilters={() => setDraft(draftOf(choice))}
              />
            ) : (
              <QueryState
                query={{ data: listImport, error: fuel.error, refetch: fuel.start }}
                label="Loading transactions"
              />
            )}
          </>
        )}
      </ListWithPanel>
    </Frame>
  );
}

const rangeTextOf = (choice: Parameters<typeof rangeText>[0]) =>
  Number.isNaN(Date.parse(choice.from)) || Number.isNaN(Date.parse(choice.to)) ? 'Range' : rangeText(choice);

function Export({ listImport, search }: { readonly listImport: FuelImport; readonly search: FuelSearch }) {
  const { progress, start, cancel } = useCsvExport();
  const phone = useLayout() === 'phone';
  if (progress) {
    const { rows, total } = progress;
    const percent = total ? `${Math.floor((rows / total) * 100)} %` : '';
    return (
      <Button onClick={cancel} title={`${numberText(rows)} rows so far`}>
        Cancel export {percent}
      </Button>
    );
  }
  const label = listImport.state === 'complete' ? 'Export CSV' : 'Export partial CSV';
  const only = search.view === undefined || search.view === 'rows' ? search.check : undefined;
  return (
    <Button
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={label}
      disabled={listImport.state === 'reading' || listImport.rows_read === 0}
      onClick={() =>
        start(FUEL_ROUTES.fuelCsv, {
          params: { import_id: listImport.import_id },
          query: { ...orderOf(search.sort), check: only },
        })
      }
    >
      {phone ? label.replace('Export partial', 'Partial') : label}
    </Button>
  );
}

function ImportStatus({ fuel }: { readonly fuel: FuelImportState }) {
  const { listImport, error, restarted } = fuel;
  const now = useNow((now) => now);
  if (!listImport) return null;
  return (
    <>
      {restarted && listImport.state === 'reading' && (
        <Banner tone="wait" title="The server lost this report.">
          It restarts automatically.
        </Banner>
      )}
      {error && <ProblemState problem={asProblem(error)} onRetry={() => fuel.start()} small />}
      <ImportProgress
        listImport={listImport}
        what="transactions"
        part="step"
        now={now}
        onCancel={fuel.cancel}
        cancelling={fuel.cancelling}
        onReload={() => fuel.start(true)}
      />
    </>
  );
}
