/** One operation of the list: as a row of the table, and as a card on a phone. */
import { outcomeOf } from '@waypost/contract/api/operation-outcome';
import type { BoardOperation } from '@waypost/contract/api/operations';
import { memo } from 'react';
import { Age } from '../../live/Age.tsx';
import { GridCell } from '../../ui/Grid.tsx';
import { useWritingKey } from '../../ui/prefs.ts';
import classes from './OperationRow.module.css';
import { OperationState } from './OperationState.tsx';
import { attemptText, deedText, placeText, showOf, subjectText } from './words.ts';

export interface OperationRowProps {
  readonly operation: BoardOperation;
}

const attemptsText = (attempts: number) => (attempts === 1 ? '1 attempt' : `${attempts} attempts`);

/** What it came to, in a sentence; what went wrong last, while that matters. */
function told(operation: BoardOperation): { readonly say: string; readonly last: string | null } {
  const { say } = outcomeOf(operation);
  const { last_attempt } = operation;
  const wrong = showOf(operation) !== 'success' && last_attempt;
  return { say, last: wrong ? (last_attempt.error_details ?? attemptText(last_attempt)) : null };
}

export const OperationCells = memo(function OperationCells({ operation }: OperationRowProps) {
  useWritingKey();
  const { say, last } = told(operation);
  const place = placeText(operation);
  const { fleet_ref, source_name } = operation;
  return (
    <>
      <GridCell data-column="subject">
        <div className={classes.name} title={subjectText(operation)}>
          {subjectText(operation)}
        </div>
        <div className={classes.second}>
          {deedText(operation)}
          {operation.partner_ref && ` · ${operation.partner_ref}`}
        </div>
      </GridCell>
      <GridCell data-column="place" title={place}>
        <div className={classes.clipped}>{fleet_ref ?? place}</div>
        {fleet_ref && source_name && <div className={classes.second}>{source_name}</div>}
      </GridCell>
      <GridCell data-column="status">
        <OperationState operation={operation} />
      </GridCell>
      <GridCell data-column="outcome" title={last === null ? say : `${say} ${last}`}>
        <div className={classes.clipped}>{say}</div>
        {last !== null && <div className={classes.second}>{last}</div>}
      </GridCell>
      <GridCell data-column="attempts" data-figure>
        {operation.attempts}
      </GridCell>
      <GridCell data-column="created">
        {operation.created_at && <Age at={operation.created_at} ago />}
        {operation.created_by_name && <div className={classes.second}>{operation.created_by_name}</div>}
      </GridCell>
    </>
  );
});

export const OperationCard = memo(function OperationCard({ operation }: OperationRowProps) {
  useWritingKey();
  const { say } = told(operation);
  return (
    <GridCell className={classes.card}>
      <div className={classes.line}>
        <span className={classes.name}>{subjectText(operation)}</span>
        <OperationState operation={operation} />
      </div>
      <div className={classes.clipped}>{placeText(operation)}</div>
      <div className={classes.second}>{say}</div>
      <div className={classes.line}>
        <span className={classes.second}>{attemptsText(operation.attempts)}</span>
        {operation.created_at && <Age at={operation.created_at} ago className={classes.second} />}
      </div>
    </GridCell>
  );
});
