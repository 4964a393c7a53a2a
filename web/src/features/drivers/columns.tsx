import { outcomeOf } from '@waypost/contract/api/operation-outcome';
import type { BoardOperation } from '@waypost/contract/api/operations';
import { Age } from '../../live/Age.tsx';
import { useNow } from '../../live/context.ts';
import {
  IconAlertTriangleFilled,
  IconArrowForwardUp,
  IconCheck,
  IconClock,
  IconHelpCircle,
} from '../../ui/icons.ts';
import { Primary, Secondary, Status, Truncated } from '../../ui/resource-list/cells.tsx';
import { type Column, type CsvColumn, csvFields } from '../../ui/resource-list/columns.ts';
import { shortDateTime } from '../../ui/time.ts';
import {
  attemptText,
  filterOf,
  operationTypeText,
  placeText,
  type Sort,
  statusText,
  subjectText,
} from './words.ts';

const STATUS = {
  failed: { icon: IconAlertTriangleFilled, tone: 'strong' },
  pending: { icon: IconClock },
  success: { icon: IconCheck, tone: 'quiet' },
  again: { icon: IconArrowForwardUp, tone: 'quiet' },
  other: { icon: IconHelpCircle },
} as const;

interface OperationStateProps {
  readonly operation: Pick<BoardOperation, 'status' | 'repeated_as'>;
}

export const OperationState = ({ operation }: OperationStateProps) => (
  <Status {...STATUS[filterOf(operation)]}>{statusText(operation)}</Status>
);

const sayOf = (operation: BoardOperation) => outcomeOf(operation).say;

const longWords = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
/** Whether a text adds hardly a word to what is said already. */
const repeats = (text: string, said: string) => {
  const [words, known] = [longWords(text), longWords(said)];
  return words.filter((word) => known.includes(word)).length * 3 >= words.length * 2;
};

/** The second line of a driver that waits: "Waiting since 14:05". */
function Since({ at }: { readonly at: string }) {
  return useNow((now) => `Waiting since ${shortDateTime(at, now)}`);
}

/** What the provider answered, unless it says the same as the outcome. */
function lastErrorText(operation: BoardOperation): string | null {
  const { last_attempt } = operation;
  if (filterOf(operation) === 'success' || !last_attempt) return null;
  const { error_details, response_status_code } = last_attempt;
  const said = sayOf(operation);
  const text = [error_details, attemptText(last_attempt)].find((one) => one != null && !repeats(one, said));
  return text ?? (response_status_code == null ? null : `Response ${response_status_code}`);
}

const WIDE = 901;

export const COLUMNS: readonly Column<BoardOperation, Sort>[] = [
  {
    id: 'subject',
    header: 'User',
    width: '1.1fr',
    sort: 'subject',
    card: 'title',
    cell: (operation) => (
      <>
        <Primary title={subjectText(operation)}>{subjectText(operation)}</Primary>
        <Secondary>
          {operationTypeText(operation)}
          {operation.partner_ref && ` · ${operation.partner_ref}`}
        </Secondary>
      </>
    ),
  },
  {
    id: 'place',
    header: 'Fleet and provider',
    width: '1fr',
    sort: 'fleet',
    visibleFrom: WIDE,
    card: 'line',
    title: placeText,
    cell: (operation) => (
      <>
        <Truncated>{operation.fleet_name ?? operation.fleet_ref ?? placeText(operation)}</Truncated>
        {operation.fleet_ref && (
          <Secondary>
            {[operation.fleet_name && operation.fleet_ref, operation.source_name].filter(Boolean).join(' · ')}
          </Secondary>
        )}
      </>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: 104,
    sort: 'status',
    card: 'side',
    cell: (operation) => <OperationState operation={operation} />,
  },
  {
    id: 'outcome',
    header: 'What happened',
    width: '1.6fr',
    card: 'line',
    title: (operation) => [sayOf(operation), lastErrorText(operation)].filter(Boolean).join(' '),
    cell: (operation) => (
      <>
        <Truncated>{sayOf(operation)}</Truncated>
        <Secondary>
          {lastErrorText(operation) ??
            (filterOf(operation) === 'pending' && operation.created_at && (
              <Since at={operation.created_at} />
            ))}
        </Secondary>
      </>
    ),
  },
  {
    id: 'attempts',
    header: 'Attempts',
    width: 72,
    numeric: true,
    visibleFrom: WIDE,
    card: 'labeled',
    cell: ({ attempts }) => attempts,
  },
  {
    id: 'created',
    header: 'Requested',
    width: 132,
    sort: 'created',
    descendingFirst: true,
    card: 'labeled',
    cell: ({ created_at, created_by_name }) => (
      <>
        {created_at && <Age at={created_at} ago />}
        {created_by_name && <Secondary>{created_by_name}</Secondary>}
      </>
    ),
  },
];

export const CSV_COLUMNS: readonly CsvColumn<BoardOperation>[] = [
  ['operation_id', ({ id }) => id],
  ...csvFields<BoardOperation>(
    'subject',
    'partner_ref',
    'resource',
    'operation_type',
    'fleet_ref',
    'fleet_name',
    'source_name',
    'connection_id',
    'status',
  ),
  ['outcome', sayOf],
  ['what_to_do', (operation) => outcomeOf(operation).act],
  ['attempts', ({ attempts }) => attempts],
  ['last_error_type', ({ last_attempt }) => last_attempt?.error_type],
  ['last_error_details', ({ last_attempt }) => last_attempt?.error_details],
  ['last_response_status_code', ({ last_attempt }) => last_attempt?.response_status_code],
  ...csvFields<BoardOperation>('created_at_utc', 'updated_at_utc'),
  ['created_by', ({ created_by_name }) => created_by_name],
  ...csvFields<BoardOperation>('source_id', 'resource_id'),
  ['sent_again_as', ({ repeated_as }) => repeated_as],
];
