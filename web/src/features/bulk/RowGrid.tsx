/**
 * The rows of a draft as an editable grid. Only visible rows and the focused one are rendered. Arrow up and down move within a column, Tab
 * along a row.
 */
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import type { BulkIssue } from '@waypost/contract/api/bulk';
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react';
import { useLive } from '../../live/context.ts';
import { connectionName, dataText } from '../../live/user-connections.ts';
import { Grid, GridCell, GridColumnHeader, GridRow, GridRowGroup } from '../../ui/Grid.tsx';
import {
  IconAlertTriangle,
  IconAlertTriangleFilled,
  IconCheck,
  IconCirclePlus,
  IconClock,
  IconRefresh,
  IconX,
} from '../../ui/icons.ts';
import shared from '../../ui/shared.module.css';
import { useLayout } from '../../ui/use-media.ts';
import { type BulkDraft, chooseConnections, setCell } from './draft.ts';
import { fieldInfo, fieldLabel } from './fields.ts';
import classes from './RowGrid.module.css';
import { hasChoice, type RowFleet } from './row-connection.ts';
import { issuesText, type SimilarRow, type ValidatedRow } from './rows.ts';
import type { DraftEditor } from './use-draft.ts';
import { type CheckedRow, type ServerCheck, willOf } from './use-send.ts';
import { existingText, fieldIssue, knownUserText, sentences, similarText, WILL_WORDS } from './words.ts';

const [ROW_HEIGHT, HEAD_HEIGHT, STATUS_WIDTH] = [40, 32, 260];
/** On a phone: the status, then two fields side by side, each below its name. */
const cardHeight = (columns: readonly ShownColumn[]) => {
  const wide = columns.filter(({ is_wide }) => is_wide).length;
  return 44 + 48 * (wide + Math.ceil((columns.length - wide) / 2));
};

export interface RowsProps {
  readonly draft: BulkDraft;
  readonly rows: readonly ValidatedRow[];
  readonly check: ServerCheck;
  readonly editor: DraftEditor;
  readonly locked: boolean;
}

interface RowGridProps extends RowsProps {
  readonly issuesOf: (row: ValidatedRow) => readonly BulkIssue[];
  /** Warnings in words that are said above the rows. */
  readonly repeated: ReadonlySet<string>;
  /** For each row of a fleet with several connections, all rows of that fleet. */
  readonly same_fleet: ReadonlyMap<number, readonly number[]>;
  readonly onReview: (id: number) => void;
  readonly onRemove: (id: number) => void;
}

interface ShownColumn {
  readonly at: number;
  readonly name: string;
  readonly label: string;
  readonly width: number;
  readonly secret: boolean;
  /** Takes a line of its own on a phone. */
  readonly is_wide: boolean;
}

export function RowGrid(props: RowGridProps) {
  const { draft, rows, issuesOf, check, repeated, same_fleet, editor, onReview, onRemove, locked } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const phone = useLayout() === 'phone';
  const [typed, setTyped] = useState<number | null>(null);
  const typed_index = rows.findIndex(({ row }) => row.id === typed);
  const columns = draft.columns.flatMap(({ field }, at): ShownColumn[] => {
    const info = field === null ? undefined : fieldInfo(draft.kind, field);
    if (!info) return [];
    const { name, cell, width } = info;
    const is_wide = name === 'connection_id';
    return [{ at, name, label: fieldLabel(name), width, secret: cell === 'secret', is_wide }];
  });
  // First, so that what is to be chosen is in view.
  columns.sort((a, b) => Number(b.is_wide) - Number(a.is_wide));
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (phone ? cardHeight(columns) : ROW_HEIGHT),
    getItemKey: (at) => rows[at]?.row.id ?? at,
    overscan: 6,
    scrollPaddingStart: phone ? 0 : HEAD_HEIGHT,
    rangeExtractor: (range) => {
      const visible = defaultRangeExtractor(range);
      return typed_index < 0 || visible.includes(typed_index)
        ? visible
        : [...visible, typed_index].toSorted((a, b) => a - b);
    },
  });
  // Row heights are fixed, so they are set rather than measured.
  useEffect(() => virtual.measure(), [virtual, phone, columns.length]);
  const template = `48px minmax(${STATUS_WIDTH}px, 2fr) ${columns.map(({ width }) => `minmax(${width}px, 1fr)`).join(' ')} 40px`;
  const width = 48 + STATUS_WIDTH + 40 + columns.reduce((sum, column) => sum + column.width, 0);

  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    const step = { ArrowDown: 1, ArrowUp: -1, Enter: event.shiftKey ? -1 : 1 }[event.key];
    if (step === undefined || !(target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const next = rows[rows.findIndex(({ row }) => String(row.id) === target.dataset.row) + step];
    if (!next) return;
    virtual.scrollToIndex(rows.indexOf(next), { align: 'auto' });
    const find = () =>
      scroller.current
        ?.querySelector<HTMLInputElement>(`input[data-row="${next.row.id}"][data-at="${target.dataset.at}"]`)
        ?.focus();
    // A row outside the viewport is rendered in the next frame.
    requestAnimationFrame(find);
  };
  const onCell = (id: number, at: number, text: string) =>
    editor.change((before) => setCell(before, id, at, text));
  const onChoose = (id: number, all: boolean, connection_id: string | undefined) =>
    editor.change((before) => {
      const ids = all ? (same_fleet.get(id) ?? []) : [id];
      return chooseConnections(before, new Map(ids.map((one) => [one, connection_id])));
    });
  return (
    <div ref={scroller} className={classes.scroller}>
      <Grid
        aria-label="Rows"
        aria-rowcount={rows.length + 1}
        className={classes.grid}
        style={{ minWidth: phone ? undefined : width, ['--columns' as string]: template }}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          if (target instanceof HTMLInputElement) setTyped(Number(target.dataset.row));
        }}
      >
        <GridRowGroup className={classes.head}>
          <GridRow aria-rowindex={1} className={classes.cells}>
            <GridColumnHeader className={classes.number}>Row</GridColumnHeader>
            <GridColumnHeader className={classes.status}>Result of sending, or problem</GridColumnHeader>
            {columns.map(({ name, label }) => (
              <GridColumnHeader key={name} title={label}>
                {label}
              </GridColumnHeader>
            ))}
            <GridColumnHeader className={classes.remove}>
              <VisuallyHidden>Remove</VisuallyHidden>
            </GridColumnHeader>
          </GridRow>
        </GridRowGroup>
        <GridRowGroup className={classes.rows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start, size }) => {
            const row = rows[index];
            return (
              row && (
                <GridRow
                  key={key}
                  aria-rowindex={index + 2}
                  className={classes.row}
                  style={{ height: size, transform: `translateY(${start}px)` }}
                >
                  <Cells
                    row={row}
                    issues={issuesOf(row)}
                    checked={check.of(row)}
                    renews={draft.renews_accepted.includes(row.row.id)}
                    holds={willOf(draft, row, check.of(row)) === 'hold'}
                    columns={columns}
                    kind={draft.kind}
                    repeated={repeated}
                    locked={locked}
                    same_fleet={same_fleet.get(row.row.id) ?? NO_ROWS}
                    onCell={onCell}
                    onChoose={onChoose}
                    onReview={onReview}
                    onRemove={onRemove}
                  />
                </GridRow>
              )
            );
          })}
        </GridRowGroup>
      </Grid>
    </div>
  );
}

interface CellsProps {
  readonly row: ValidatedRow;
  readonly issues: readonly BulkIssue[];
  readonly checked: CheckedRow | undefined;
  /** Sent although its fleet already shares. */
  readonly renews: boolean;
  /** Not sent before a person has decided. */
  readonly holds: boolean;
  readonly columns: readonly ShownColumn[];
  readonly kind: BulkDraft['kind'];
  readonly repeated: ReadonlySet<string>;
  readonly locked: boolean;
  /** Rows of the file that name the same fleet, with this one. */
  readonly same_fleet: readonly number[];
  readonly onCell: (id: number, at: number, text: string) => void;
  readonly onChoose: (id: number, all: boolean, connection_id: string | undefined) => void;
  readonly onReview: (id: number) => void;
  readonly onRemove: (id: number) => void;
}

const NO_ROWS: readonly number[] = [];

const sameIds = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((id, at) => id === b[at]);

const sameColumns = (a: readonly ShownColumn[], b: readonly ShownColumn[]) =>
  a.length === b.length && a.every((one, at) => one.at === b[at]?.at && one.name === b[at]?.name);

const Cells = memo(
  function Cells(props: CellsProps) {
    const { issues, checked, renews, holds, columns, kind, locked, onCell, onReview, onRemove } = props;
    const { row, fleet, similar } = props.row;
    const warnings = props.row.warnings.filter((one) => !props.repeated.has(fieldIssue(one)));
    const problem = (name: string) => issues.find(({ path }) => path === name);
    const titleOf = (name: string) => {
      const issue = problem(name) ?? warnings.find(({ path }) => path === name);
      return issue && fieldIssue(issue);
    };
    return (
      <div className={classes.cells}>
        <GridCell className={classes.number}>{row.id}</GridCell>
        <GridCell className={classes.status}>
          <RowStatus
            issues={issues}
            warnings={warnings}
            checked={checked}
            similar={similar}
            renews={renews}
            holds={holds}
            kind={kind}
            fleet={fleet}
            onReview={() => onReview(row.id)}
          />
        </GridCell>
        {columns.map(({ at, name, label, secret, is_wide }) => (
          <GridCell key={at} className={classes.field} data-label={label} data-wide={is_wide || undefined}>
            <input
              className={classes.input}
              type={secret ? 'password' : 'text'}
              autoComplete={secret ? 'new-password' : 'off'}
              aria-label={`${label}, row ${row.id}`}
              aria-invalid={problem(name) !== undefined || undefined}
              title={titleOf(name)}
              value={row.cells[at] ?? ''}
              readOnly={locked}
              spellCheck={false}
              data-row={row.id}
              data-at={at}
              onChange={({ currentTarget }) => onCell(row.id, at, currentTarget.value)}
            />
            {is_wide && fleet && hasChoice(props.row) && (
              <ChooseConnection
                row={row.id}
                fleet={fleet}
                same_fleet={props.same_fleet}
                locked={locked}
                onChoose={props.onChoose}
              />
            )}
          </GridCell>
        ))}
        <GridCell className={classes.remove}>
          <ActionIcon
            size={28}
            aria-label={`Remove row ${row.id}`}
            title="Remove this row"
            disabled={locked}
            onClick={() => onRemove(row.id)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </GridCell>
      </div>
    );
  },
  // Handlers are left out: they behave the same in every render.
  (a, b) =>
    a.row === b.row &&
    a.issues === b.issues &&
    a.checked === b.checked &&
    a.renews === b.renews &&
    a.holds === b.holds &&
    a.locked === b.locked &&
    a.kind === b.kind &&
    a.repeated === b.repeated &&
    sameIds(a.same_fleet, b.same_fleet) &&
    sameColumns(a.columns, b.columns),
);

interface ChooseConnectionProps extends Pick<CellsProps, 'same_fleet' | 'locked' | 'onChoose'> {
  readonly row: number;
  readonly fleet: RowFleet;
}

/** The connections of a row's fleet, for this row or for all rows of the fleet. */
function ChooseConnection(props: ChooseConnectionProps) {
  const { row, fleet, same_fleet, locked, onChoose } = props;
  const { options, chosen, is_unknown, text } = fleet;
  const fleet_name = (!is_unknown && (options[0]?.fleet_name ?? options[0]?.fleet_ref)) || text;
  const now = useLive().clock.now();
  const list = (all: boolean) =>
    options.map((one, at) => {
      const name = is_unknown ? connectionName(one) : (one.source_name ?? one.connection_id);
      const is_newest = at === 0 && !is_unknown && one.last_data_at !== null;
      return (
        <option key={one.connection_id} value={`${all ? ALL : ''}${one.connection_id}`}>
          {`${name}, ${dataText(one, now)}${is_newest ? ' (newest)' : ''}`}
        </option>
      );
    });
  return (
    <select
      className={classes.choice}
      title={chosen ? connectionName(chosen) : undefined}
      aria-label={`Connection, row ${row}`}
      value={chosen?.connection_id ?? ''}
      disabled={locked}
      onChange={({ currentTarget: { value } }) => {
        const all = value.startsWith(ALL);
        onChoose(row, all, value.slice(all ? ALL.length : 0) || undefined);
      }}
    >
      <option value="">{is_unknown ? 'Choose a fleet' : 'Choose one'}</option>
      {same_fleet.length > 1 ? (
        <>
          <optgroup label={`All ${same_fleet.length} rows of ${fleet_name}`}>{list(true)}</optgroup>
          <optgroup label="This row">{list(false)}</optgroup>
        </>
      ) : (
        list(false)
      )}
    </select>
  );
}

const ALL = 'all ';

const ICON = { create: IconCirclePlus, refresh: IconRefresh, skip: IconCheck } as const;

interface RowStatusProps extends Pick<CellsProps, 'issues' | 'checked' | 'renews' | 'holds' | 'kind'> {
  readonly similar: readonly SimilarRow[];
  readonly fleet: RowFleet | null;
  readonly warnings: readonly BulkIssue[];
  readonly onReview: () => void;
}

function RowStatus(props: RowStatusProps) {
  const { issues, warnings, checked, similar, renews, holds, kind, fleet, onReview } = props;
  const now = useLive().clock.now();
  const known_text = checked?.known_user ? knownUserText(checked.known_user, now) : null;
  if (issues.length > 0) {
    const text = sentences([issuesText(issues), known_text, ...warnings.map(fieldIssue)]);
    return (
      <span className={`${classes.statusText} ${shared.strong}`} title={text}>
        <IconAlertTriangleFilled size={14} aria-hidden />
        <span>
          <VisuallyHidden>Problem: </VisuallyHidden>
          {text}
        </span>
      </span>
    );
  }
  if (!checked?.will)
    return (
      <span className={`${classes.statusText} ${shared.secondary}`}>
        <IconClock size={14} aria-hidden /> Checking
      </span>
    );
  const { existing } = checked;
  const similar_text =
    checked.similar.length + similar.length > 0 ? similarText(checked.similar, similar) : null;
  const sent_anyway = known_text !== null && renews ? 'create' : checked.will;
  const will = existing?.accepted && renews ? 'refresh' : sent_anyway;
  const Icon = (similar_text ?? known_text) !== null && existing === null ? IconAlertTriangle : ICON[will];
  if (existing === null && similar_text === null && known_text === null) {
    const at = will === 'create' && fleet?.chosen ? ` at ${connectionName(fleet.chosen)}` : '';
    const words = sentences([`${WILL_WORDS[kind][will]}${at}`, ...warnings.map(fieldIssue)]);
    const WarnedIcon = warnings.length > 0 ? IconAlertTriangle : Icon;
    return (
      <span className={`${classes.statusText} ${shared.secondary}`} title={words}>
        <WarnedIcon size={14} aria-hidden />
        <span>{words}</span>
      </span>
    );
  }
  const text = sentences([
    holds ? 'Held' : null,
    existing && existingText(existing, renews),
    known_text !== null && !holds ? WILL_WORDS.user.create : null,
    known_text,
    similar_text,
    ...warnings.map(fieldIssue),
  ]);
  return (
    <button
      type="button"
      className={`${classes.statusText} ${shared.quietLink}`}
      title={text}
      onClick={onReview}
    >
      <Icon size={14} aria-hidden />
      <span>
        {text}
        <VisuallyHidden> Review</VisuallyHidden>
      </span>
    </button>
  );
}
