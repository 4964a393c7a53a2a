import { Box, NativeSelect, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type {
  BulkExisting,
  BulkIssue,
  BulkKind,
  BulkKnownUser,
  BulkSimilar,
} from '@waypost/contract/api/bulk';
import { useMemo, useState } from 'react';
import { useLive } from '../../live/context.ts';
import { REFRESH_MEANS } from '../../live/invitations.ts';
import { RenewalChanges } from '../../live/RenewalChanges.tsx';
import { isolated } from '../../ui/bidi.ts';
import { Button } from '../../ui/buttons.tsx';
import { Check } from '../../ui/Check.tsx';
import { Chips } from '../../ui/Chips.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { download, fileName } from '../../ui/files.ts';
import { IconDownload } from '../../ui/icons.ts';
import { OpenModal } from '../../ui/OpenModal.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import { numberText } from '../../ui/units.ts';
import classes from './bulk.module.css';
import { type BulkDraft, type DraftRow, setAnyway, setCell } from './draft.ts';
import { fieldLabel } from './fields.ts';
import { RowGrid, type RowsProps } from './RowGrid.tsx';
import { rowsByFleet } from './row-connection.ts';
import { nameOf, ownWarnings, problemCsv, repeatedWarnings, type ValidatedRow } from './rows.ts';
import type { DraftEditor } from './use-draft.ts';
import { type CheckedRow, willOf } from './use-send.ts';
import { knownUserText, likenessText, loadsText, rowsText, sentences, stageText } from './words.ts';

type Show = 'all' | 'problem' | 'warning' | 'create' | 'hold' | 'refresh' | 'skip' | 'similar';

const ANY = [
  ['all', 'All'],
  ['problem', 'Problems'],
  ['warning', 'Warnings'],
  ['create', 'New'],
] as const;
const CHIPS: Readonly<Record<BulkKind, readonly (readonly [Show, string])[]>> = {
  invitation: [
    ...ANY,
    ['hold', 'Held'],
    ['refresh', 'Renewals'],
    ['skip', 'Already sharing'],
    ['similar', 'Possible duplicates'],
  ],
  user: [...ANY, ['hold', 'Held']],
};

const NO_ISSUES: readonly BulkIssue[] = [];

export function CheckedRows({ draft, rows, check, editor, locked }: RowsProps) {
  const { clock } = useLive();
  const [show, setShow] = useState<Show>('all');
  const [field, setField] = useState('');
  const [q, setQ] = useState('');
  const issuesOf = (row: ValidatedRow) =>
    row.issues.length > 0 ? row.issues : (check.of(row)?.issues ?? NO_ISSUES);
  const kindOf = (row: ValidatedRow): Show => {
    if (issuesOf(row).length > 0) return 'problem';
    return willOf(draft, row, check.of(row)) ?? 'create';
  };
  const hasSimilar = (row: ValidatedRow) =>
    row.similar.length > 0 || (check.of(row)?.similar.length ?? 0) > 0;
  const same_fleet = useMemo(() => rowsByFleet(rows), [rows]);
  const repeats = repeatedWarnings(rows);
  const repeats_key = JSON.stringify(repeats.map(([text]) => text));
  // The same set while they are the same: thousands of rows are not drawn again at each key.
  const repeated = useMemo(() => new Set(JSON.parse(repeats_key) as string[]), [repeats_key]);
  const hasWarning = (row: ValidatedRow) => ownWarnings(row, repeated).length > 0;
  const isShown = (row: ValidatedRow) => {
    if (show === 'all') return true;
    if (show === 'similar') return hasSimilar(row);
    return show === 'warning' ? hasWarning(row) : kindOf(row) === show;
  };
  const counts: Record<Show, number> = {
    all: rows.length,
    problem: 0,
    warning: rows.filter(hasWarning).length,
    create: 0,
    hold: 0,
    refresh: 0,
    skip: 0,
    similar: rows.filter(hasSimilar).length,
  };
  const fields = new Map<string, number>();
  for (const row of rows) {
    counts[kindOf(row)] += 1;
    for (const path of new Set(issuesOf(row).map(({ path }) => path)))
      fields.set(path, (fields.get(path) ?? 0) + 1);
  }
  // Refilters once after the first server check of these rows.
  const [checked_epoch, setCheckedEpoch] = useState(-1);
  if (!check.checking && checked_epoch !== editor.epoch) setCheckedEpoch(editor.epoch);
  // Filtered only when the filter changes, so that a fixed row keeps its place.
  const [filter_count, setFilterCount] = useState(0);
  const ids = useMemo(() => {
    const words = q.toLowerCase();
    return new Set(
      rows
        .filter(
          (row) =>
            isShown(row) &&
            (field === '' || issuesOf(row).some(({ path }) => path === field)) &&
            (words === '' ||
              String(row.row.id) === words ||
              row.row.cells.some((cell) => cell.toLowerCase().includes(words))),
        )
        .map(({ row }) => row.id),
    );
  }, [show, field, q, filter_count, editor.epoch, checked_epoch]);
  const unfiltered = show === 'all' && field === '' && q === '';
  const shown = useMemo(
    () => (unfiltered ? rows : rows.filter(({ row }) => ids.has(row.id))),
    [unfiltered, rows, ids],
  );
  const choose = (key: Show) => {
    setShow(key === show ? 'all' : key);
    setField('');
    setFilterCount((before) => before + 1);
  };
  const remove = (row: DraftRow) => {
    editor.remove(row.id);
    toast({ title: `Row ${row.id} removed`, action: { label: 'Undo', run: () => editor.restoreRow(row) } });
  };
  // Rows that match an existing or similar fleet, or a user requested before; each can be reviewed before sending.
  const to_review = rows.filter(
    (row) =>
      issuesOf(row).length === 0 &&
      (check.of(row)?.existing != null || check.of(row)?.known_user != null || hasSimilar(row)),
  );
  const [reviewed, setReviewed] = useState<number | null>(null);
  const position = to_review.findIndex(({ row }) => row.id === reviewed);
  const row = to_review[position] ?? rows.find((one) => one.row.id === reviewed);
  const reviewAt = (index: number) => {
    const next = to_review[index];
    return next ? () => setReviewed(next.row.id) : null;
  };
  const chips = CHIPS[draft.kind].map(([key, word]) => ({ key, word, count: counts[key] }));
  return (
    <section className={`${shared.fillFrame} ${classes.rows}`} aria-label="File rows">
      <div className={classes.tools}>
        <Chips<Show> label="Filter rows by outcome" chips={chips} pressed={[show]} onPress={choose} />
        {fields.size > 0 && (
          <NativeSelect
            size="xs"
            aria-label="Problems in"
            value={field}
            data={[
              { value: '', label: 'Problems in any field' },
              ...[...fields].map(([path, count]) => ({
                value: path,
                label: `${path === '' ? 'the whole row' : fieldLabel(path)} (${count})`,
              })),
            ]}
            onChange={({ currentTarget: { value } }) => {
              setField(value);
              setShow(value === '' ? 'all' : 'problem');
            }}
          />
        )}
        <div className={classes.search}>
          <SearchBox
            value={q}
            onChange={setQ}
            label="Search rows"
            placeholder="Search rows"
            title="By row number or any cell"
            onDone={() => undefined}
          />
        </div>
        {to_review.length > 0 && (
          <Button onClick={() => setReviewed(to_review[0]?.row.id ?? null)}>
            Review {rowsText(to_review.length)}
          </Button>
        )}
        {counts.problem > 0 && (
          <Button
            icon={IconDownload}
            onClick={() =>
              download(fileName(`${draft.name ?? 'rows'}-problems`, clock.now()), problemCsv(draft, rows))
            }
          >
            Problems CSV
          </Button>
        )}
      </div>
      {repeats.map(([text, count]) => (
        <Box component="p" key={text} className={shared.note} m={0} px={16} py={4}>
          {count === rows.length ? 'All rows' : `${numberText(count)} of ${rowsText(rows.length)}`}:{' '}
          {sentences([text])}.
        </Box>
      ))}
      <VisuallyHidden role="status">
        {check.checking
          ? 'Checking rows'
          : `${rowsText(counts.all)}, ${numberText(counts.problem)} with problems`}
      </VisuallyHidden>
      {shown.length === 0 ? (
        <EmptyState
          title={show === 'problem' && q === '' ? 'No problems found' : 'No rows match'}
          action={
            <Button
              onClick={() => {
                setShow('all');
                setField('');
                setQ('');
              }}
            >
              Show all rows
            </Button>
          }
        />
      ) : (
        <RowGrid
          draft={draft}
          rows={shown}
          issuesOf={issuesOf}
          check={check}
          repeated={repeated}
          same_fleet={same_fleet}
          editor={editor}
          onReview={setReviewed}
          onRemove={remove}
          locked={locked}
        />
      )}
      {row && !locked && (
        <RowReview
          draft={draft}
          row={row}
          checked={check.of(row)}
          editor={editor}
          position={position < 0 ? '' : `${position + 1} of ${to_review.length} to review`}
          onPrevious={reviewAt(position - 1)}
          onNext={reviewAt(position + 1)}
          onRemove={() => {
            setReviewed(to_review[position + 1]?.row.id ?? null);
            remove(row.row);
          }}
          onClose={() => setReviewed(null)}
        />
      )}
    </section>
  );
}

const OF_KIND: Readonly<Record<BulkKind, string>> = { invitation: 'fleet', user: 'person' };

interface RowReviewProps {
  readonly draft: BulkDraft;
  readonly row: ValidatedRow;
  readonly checked: CheckedRow | undefined;
  readonly editor: DraftEditor;
  readonly position: string;
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

function RowReview(props: RowReviewProps) {
  const { draft, row, checked, editor, position, onPrevious, onNext, onRemove, onClose } = props;
  const { similar } = row;
  const is_like_others = similar.length + (checked?.similar.length ?? 0) > 0;
  const { id } = row.row;
  const at = draft.columns.findIndex(({ field }) => field === 'fleet_ref');
  const holds = willOf(draft, row, checked) === 'hold';
  const name = draft.kind === 'user' ? (checked?.subject ?? 'no name') : nameOf(row.body);
  const choose = (anyway: boolean) =>
    editor.change((before) => setAnyway(before, 'renews_accepted', id, anyway));
  return (
    <OpenModal onClose={onClose} size={640} title={`Row ${id}: ${isolated(name)}`}>
      <div className={`${shared.stack} ${shared.anywhere}`}>
        {checked?.known_user && <KnownUser known={checked.known_user} holds={holds} onAnyway={choose} />}
        {checked?.existing && (
          <Existing
            existing={checked.existing}
            renews={draft.renews_accepted.includes(id)}
            onRenews={choose}
          />
        )}
        {is_like_others && (
          <Section title={`May be the same ${OF_KIND[draft.kind]}`}>
            <ul className={shared.columnTight} style={{ paddingLeft: 20 }}>
              {checked?.similar.map((one) => (
                <li key={`${one.by} ${one.invitation_key ?? one.fleet_ref}`}>
                  <SimilarFleet
                    similar={one}
                    onUse={
                      one.fleet_ref !== null && at >= 0
                        ? () => editor.change((before) => setCell(before, id, at, one.fleet_ref ?? ''))
                        : null
                    }
                  />
                </li>
              ))}
              {similar.map((one) => (
                <li key={one.row_id}>
                  Row {one.row_id} of this file, {isolated(one.name)}: {likenessText(one)}
                </li>
              ))}
            </ul>
            {draft.kind === 'invitation' && (
              <p className={shared.small}>
                A different reference makes a separate invitation: the fleet could accept both.
              </p>
            )}
            {(holds || draft.invites_similar.includes(id)) && (
              <>
                <p className={shared.plain}>The row is held: it is not sent until you decide.</p>
                <Check
                  checked={!holds}
                  onChange={(anyway) =>
                    editor.change((before) => setAnyway(before, 'invites_similar', id, anyway))
                  }
                >
                  It is another {OF_KIND[draft.kind]}: send this row
                </Check>
              </>
            )}
          </Section>
        )}
        {!checked?.existing && !checked?.known_user && !is_like_others && (
          <p className={shared.plain}>
            {draft.kind === 'user'
              ? 'No user with this username, email or reference was requested at this connection.'
              : 'No existing fleet or invitation has this reference, name, number or email.'}
          </p>
        )}
      </div>
      <div
        className={shared.wrapped}
        style={{ alignItems: 'center', justifyContent: 'flex-end', marginTop: 16 }}
      >
        <span className={shared.secondary}>{position}</span>
        <div className={`${shared.buttons} ${shared.end}`}>
          <Button onClick={onRemove}>Remove row</Button>
          <Button disabled={onPrevious === null} onClick={() => onPrevious?.()}>
            Previous
          </Button>
          <Button disabled={onNext === null} onClick={() => onNext?.()}>
            Next
          </Button>
          <Button variant="filled" onClick={onClose} data-autofocus>
            Done
          </Button>
        </div>
      </div>
    </OpenModal>
  );
}

interface KnownUserProps {
  readonly known: BulkKnownUser;
  readonly holds: boolean;
  readonly onAnyway: (anyway: boolean) => void;
}

function KnownUser({ known, holds, onAnyway }: KnownUserProps) {
  const { clock } = useLive();
  const { operation_id, job } = known;
  return (
    <Section title="Requested before">
      <p className={shared.plain}>
        {known.subject && `${isolated(known.subject)}. `}
        {knownUserText(known, clock.now())}.{' '}
        {operation_id && (
          <Link to="/drivers" search={{ operation: operation_id }} target="_blank">
            Open user
          </Link>
        )}{' '}
        {job && (
          <Link to="/bulk/$job_id" params={{ job_id: job.id }} target="_blank">
            Open its job
          </Link>
        )}
      </p>
      <p className={shared.plain}>
        {holds
          ? 'The row is held: it is not sent until you decide.'
          : 'The row creates another user at the provider.'}
      </p>
      <Check checked={!holds} onChange={onAnyway}>
        It is another person, or is to be created again: send this row
      </Check>
    </Section>
  );
}

interface ExistingProps {
  readonly existing: BulkExisting;
  readonly renews: boolean;
  readonly onRenews: (renews: boolean) => void;
}

function Existing({ existing, renews, onRenews }: ExistingProps) {
  const { invitation_key, fleet_name, stage, accepted, changes } = existing;
  const loads = loadsText(existing);
  return (
    <Section title="Existing fleet" aside={<strong>{stageText(existing)}</strong>}>
      <p className={shared.plain}>
        {fleet_name && `${isolated(fleet_name)}. `}
        {accepted
          ? `The fleet already shares${loads === null ? '' : `, and ${loads} depend on it`}. `
          : `${stage === null ? '' : REFRESH_MEANS[stage]} `}
        {invitation_key && (
          <Link to="/invitations" search={{ invitation: invitation_key }} target="_blank">
            Open invitation
          </Link>
        )}
      </p>
      {accepted && (
        <>
          <p className={shared.plain}>
            The row is not sent: we don't know what{' '}
            {stage === null ? 'an invitation' : 'renewing an invitation'} does to a fleet that already shares.
          </p>
          <Check checked={renews} onChange={onRenews}>
            Send this row anyway
          </Check>
        </>
      )}
      {changes.length > 0 && (
        <RenewalChanges changes={changes} then={accepted && !renews ? 'If sent' : 'After sending'} />
      )}
    </Section>
  );
}

interface SimilarFleetProps {
  readonly similar: BulkSimilar;
  /** Null when the file has no reference column or the other fleet has no reference. */
  readonly onUse: (() => void) | null;
}

function SimilarFleet({ similar, onUse }: SimilarFleetProps) {
  const { fleet_ref, fleet_name, invitation_key } = similar;
  const name = isolated(fleet_ref ?? 'no reference');
  return (
    <>
      {invitation_key === null ? (
        name
      ) : (
        <Link to="/invitations" search={{ invitation: invitation_key }} target="_blank">
          {name}
        </Link>
      )}
      {fleet_name && `, ${isolated(fleet_name)}`} ({stageText(similar)}): {likenessText(similar)}{' '}
      {onUse && (
        <Button size="compact-xs" onClick={onUse}>
          Use this reference
        </Button>
      )}
    </>
  );
}
