/** The rows of a draft as an editable list. */
import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { shallowEqual } from '@mantine/hooks';
import type { BulkIssue } from '@waypost/contract/api/bulk';
import { type ReactNode, useMemo, useState } from 'react';
import { useLive } from '../../live/context.ts';
import { connectionName, dataText } from '../../live/user-connections.ts';
import {
  IconAlertTriangle,
  IconAlertTriangleFilled,
  IconCheck,
  IconCirclePlus,
  IconClock,
  IconRefresh,
  IconX,
} from '../../ui/icons.ts';
import type { Column } from '../../ui/resource-list/columns.ts';
import { arrayRows, VirtualGrid } from '../../ui/resource-list/VirtualGrid.tsx';
import shared from '../../ui/shared.module.css';
import { useLayout } from '../../ui/use-media.ts';
import { type BulkDraft, chooseConnections, type DraftRow, setCell } from './draft.ts';
import { fieldInfo, fieldLabel } from './fields.ts';
import classes from './RowGrid.module.css';
import { hasChoice } from './row-connection.ts';
import { issuesText, ownWarnings, type ValidatedRow } from './rows.ts';
import type { DraftEditor } from './use-draft.ts';
import { type CheckedRow, type ServerCheck, willOf } from './use-send.ts';
import { existingText, fieldIssue, knownUserText, sentences, similarText, WILL_WORDS } from './words.ts';

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
  readonly onRemove: (row: DraftRow) => void;
}

/** All that is drawn of a row; the same object while that is the same. */
interface ShownRow {
  readonly row: ValidatedRow;
  readonly issues: readonly BulkIssue[];
  readonly checked: CheckedRow | undefined;
  /** Sent although its fleet already shares. */
  readonly renews: boolean;
  /** Not sent before a person has decided. */
  readonly holds: boolean;
  /** Rows of the file that name the same fleet, with this one. */
  readonly same_fleet: readonly number[];
}

interface Field extends Column<ShownRow> {
  /** Which cell of the row. */
  readonly at: number;
  /** Takes a line of its own on a phone. */
  readonly is_wide: boolean;
}

const NO_ROWS: readonly number[] = [];
const idOf = ({ row }: ValidatedRow) => String(row.id);

export function RowGrid(props: RowGridProps) {
  const { draft, rows, issuesOf, check, repeated, same_fleet, editor, onReview, onRemove, locked } = props;
  const { kind, columns: file_columns } = draft;
  const phone = useLayout() === 'phone';
  const [shown] = useState(() => new Map<number, ShownRow>());
  const showRow = (row: ValidatedRow): ShownRow => {
    const { id } = row.row;
    const checked = check.of(row);
    const next = {
      row,
      issues: issuesOf(row),
      checked,
      renews: draft.renews_accepted.includes(id),
      holds: willOf(draft, row, checked) === 'hold',
      same_fleet: same_fleet.get(id) ?? NO_ROWS,
    };
    const before = shown.get(id);
    if (before && shallowEqual(before.same_fleet, next.same_fleet)) next.same_fleet = before.same_fleet;
    if (before && shallowEqual(before, next)) return before;
    shown.set(id, next);
    return next;
  };
  // Handlers are left out: they behave the same in every render.
  const fields = useMemo(() => {
    const all = file_columns.flatMap(({ field }, at): Field[] => {
      const info = field === null ? undefined : fieldInfo(kind, field);
      if (!info) return [];
      const { name, cell, width } = info;
      const input = { at, name, label: fieldLabel(name), is_secret: cell === 'secret', locked, repeated };
      const is_wide = name === 'connection_id';
      return [
        {
          id: name,
          header: input.label,
          width: '1fr',
          min: width,
          at,
          is_wide,
          cell: (row) => (
            <>
              <Input {...input} row={row} editor={editor} />
              {is_wide && <ChooseConnection row={row} editor={editor} locked={locked} />}
            </>
          ),
        },
      ];
    });
    // First, so that what is to be chosen is in view.
    return all.sort((a, b) => Number(b.is_wide) - Number(a.is_wide));
  }, [file_columns, kind, locked, repeated]);
  const columns = useMemo((): readonly Column<ShownRow>[] => {
    const status = (row: ShownRow) => (
      <RowStatus {...row} kind={kind} repeated={repeated} onReview={onReview} />
    );
    const remove = ({ row: { row } }: ShownRow) => (
      <ActionIcon
        size={28}
        aria-label={`Remove row ${row.id}`}
        title="Remove this row"
        disabled={locked}
        onClick={() => onRemove(row)}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    );
    return [
      { id: 'number', header: 'Row', width: 48, cell: ({ row }) => row.row.id },
      { id: 'status', header: 'Result of sending, or problem', width: '2fr', min: 260, cell: status },
      ...fields,
      { id: 'remove', header: 'Remove', width: 40, cell: remove },
    ];
  }, [fields, kind, locked, repeated]);
  const cards = useMemo(() => {
    const render = (row: ShownRow) => (
      <div className={classes.card}>
        {columns.map(({ id, header, cell }) => {
          const field = fields.find((one) => one.id === id);
          return (
            <div key={id} data-column={id} data-wide={field?.is_wide || undefined}>
              {field && <span aria-hidden>{header}</span>}
              {cell(row)}
            </div>
          );
        })}
      </div>
    );
    return { height: 44, render };
  }, [columns, fields]);
  const source = arrayRows(rows, idOf);
  return (
    <VirtualGrid
      id="file-rows"
      label="Rows"
      rows={{
        ...source,
        row: (index) => {
          const row = rows[index];
          return row && showRow(row);
        },
      }}
      columns={columns}
      cards={phone ? cards : null}
      rowHeight={40}
      grows
      rowClass={classes.cells}
    />
  );
}

interface CellProps {
  readonly row: ShownRow;
  readonly editor: DraftEditor;
  readonly locked: boolean;
}

interface InputProps extends CellProps {
  readonly at: number;
  readonly name: string;
  readonly label: string;
  readonly is_secret: boolean;
  readonly repeated: ReadonlySet<string>;
}

function Input({ row, at, name, label, is_secret, repeated, locked, editor }: InputProps) {
  const { id, cells } = row.row.row;
  const isOfField = ({ path }: BulkIssue) => path === name;
  const problem = row.issues.find(isOfField);
  const issue = problem ?? ownWarnings(row.row, repeated).find(isOfField);
  return (
    <input
      className={classes.input}
      type={is_secret ? 'password' : 'text'}
      autoComplete={is_secret ? 'new-password' : 'off'}
      name={name}
      aria-label={`${label}, row ${id}`}
      aria-invalid={problem !== undefined || undefined}
      title={issue && fieldIssue(issue)}
      // A line break, which this input would leave out.
      value={(cells[at] ?? '').replace(/[\r\n]+/g, ' ')}
      readOnly={locked}
      spellCheck={false}
      onChange={({ currentTarget: { value } }) => editor.change((before) => setCell(before, id, at, value))}
    />
  );
}

/** The connections of a row's fleet, for this row or for all rows of the fleet. */
function ChooseConnection({ row: { row, same_fleet }, editor, locked }: CellProps) {
  const now = useLive().clock.now();
  const { fleet } = row;
  if (!fleet || !hasChoice(row)) return null;
  const { id } = row.row;
  const { options, chosen, is_unknown, text } = fleet;
  const fleet_name = (!is_unknown && (options[0]?.fleet_name ?? options[0]?.fleet_ref)) || text;
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
      aria-label={`Connection, row ${id}`}
      value={chosen?.connection_id ?? ''}
      disabled={locked}
      onChange={({ currentTarget: { value } }) => {
        const all = value.startsWith(ALL);
        const chosen_id = value.slice(all ? ALL.length : 0) || undefined;
        editor.change((before) =>
          chooseConnections(before, new Map((all ? same_fleet : [id]).map((one) => [one, chosen_id]))),
        );
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

interface RowStatusProps extends ShownRow {
  readonly kind: BulkDraft['kind'];
  readonly repeated: ReadonlySet<string>;
  readonly onReview: (id: number) => void;
}

function RowStatus(props: RowStatusProps) {
  const { issues, checked, renews, holds, kind, onReview } = props;
  const { row, fleet, similar } = props.row;
  const warnings = ownWarnings(props.row, props.repeated).map(fieldIssue);
  const now = useLive().clock.now();
  const known_text = checked?.known_user ? knownUserText(checked.known_user, now) : null;
  const line = (Icon: typeof IconClock, tone: string | undefined, text: ReactNode) => (
    <span className={`${classes.statusText} ${tone}`}>
      <Icon size={14} aria-hidden />
      <span>{text}</span>
    </span>
  );
  if (issues.length > 0)
    return line(
      IconAlertTriangleFilled,
      shared.strong,
      <>
        <VisuallyHidden>Problem: </VisuallyHidden>
        {sentences([issuesText(issues), known_text, ...warnings])}
      </>,
    );
  if (!checked?.will) return line(IconClock, shared.secondary, 'Checking');
  const { existing } = checked;
  const similar_text =
    checked.similar.length + similar.length > 0 ? similarText(checked.similar, similar) : null;
  const sent_anyway = known_text !== null && renews ? 'create' : checked.will;
  const will = existing?.accepted && renews ? 'refresh' : sent_anyway;
  if (existing === null && similar_text === null && known_text === null) {
    const at = will === 'create' && fleet?.chosen ? ` at ${connectionName(fleet.chosen)}` : '';
    const text = sentences([`${WILL_WORDS[kind][will]}${at}`, ...warnings]);
    return line(warnings.length > 0 ? IconAlertTriangle : ICON[will], shared.secondary, text);
  }
  const Icon = existing === null ? IconAlertTriangle : ICON[will];
  return (
    <button
      type="button"
      className={`${classes.statusText} ${shared.quietLink}`}
      onClick={() => onReview(row.id)}
    >
      <Icon size={14} aria-hidden />
      <span>
        {sentences([
          holds ? 'Held' : null,
          existing && existingText(existing, renews),
          known_text !== null && !holds ? WILL_WORDS.user.create : null,
          known_text,
          similar_text,
          ...warnings,
        ])}
        <VisuallyHidden> Review</VisuallyHidden>
      </span>
    </button>
  );
}
