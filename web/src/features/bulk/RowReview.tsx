/** One row beside what is there already: field by field what sending it changes, what looks like the same fleet, and the choice. */
import { Button, Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { BulkExisting, BulkSimilar } from '@waypost/contract/api/bulk';
import { changeWords, REFRESH_MEANS } from '../../live/invitations.ts';
import { isolated } from '../../ui/bidi.ts';
import { ChangesTable } from '../../ui/ChangesTable.tsx';
import { Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { Check } from './Check.tsx';
import { type BulkDraft, setCell, setRenews } from './draft.ts';
import { likenessText, loadsText, stageText } from './existing-words.ts';
import classes from './RowReview.module.css';
import type { JudgedRow } from './rows.ts';
import type { SimilarRow } from './similar.ts';
import type { CheckedRow } from './use-check.ts';
import type { DraftEditor } from './use-draft.ts';

export interface RowReviewProps {
  readonly draft: BulkDraft;
  readonly row: JudgedRow;
  readonly checked: CheckedRow | undefined;
  /** Other rows of the file that may be the same fleet. */
  readonly similar: readonly SimilarRow[];
  readonly editor: DraftEditor;
  /** Among the rows to review. */
  readonly place: string;
  readonly onPrevious: (() => void) | null;
  readonly onNext: (() => void) | null;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

export function RowReview(props: RowReviewProps) {
  const { draft, row, checked, similar, editor, place, onPrevious, onNext, onRemove, onClose } = props;
  const { id } = row.row;
  const ref = typeof row.body.fleet_ref === 'string' ? row.body.fleet_ref : 'no reference';
  const at = draft.columns.findIndex(({ field }) => field === 'fleet_ref');
  return (
    <Modal
      opened
      onClose={onClose}
      size={640}
      title={`Row ${id}: ${isolated(ref)}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.body}>
        {checked?.existing && (
          <Existing
            existing={checked.existing}
            renews={draft.renews_accepted.includes(id)}
            onRenews={(renews) => editor.change((before) => setRenews(before, id, renews))}
          />
        )}
        {((checked?.similar.length ?? 0) > 0 || similar.length > 0) && (
          <Section title="May be the same fleet">
            <ul className={classes.similar}>
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
                  Row {one.row_id} of this file: {likenessText(one)}
                </li>
              ))}
            </ul>
            <p className={shared.small}>
              A different reference makes a separate invitation: the fleet could accept both.
            </p>
          </Section>
        )}
        {!checked?.existing && !checked?.similar.length && similar.length === 0 && (
          <p>No existing fleet or invitation has this reference, name or email.</p>
        )}
      </div>
      <div className={classes.bar}>
        <span className={classes.place}>{place}</span>
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
    </Modal>
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
      <p>
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
          <p>
            The row is not sent: we don't know what{' '}
            {stage === null ? 'an invitation' : 'renewing an invitation'} does to a fleet that already shares.
          </p>
          <Check checked={renews} onChange={onRenews}>
            Send this row anyway
          </Check>
        </>
      )}
      {changes.length > 0 && (
        <ChangesTable
          heads={['Now', accepted && !renews ? 'If sent' : 'After sending']}
          changes={changes.map((change) => {
            const { name, before, after, note } = changeWords(change);
            return {
              field: change.field,
              name,
              before: note === null ? (before ?? 'none') : after,
              after: note ?? after,
            };
          })}
        />
      )}
    </Section>
  );
}

interface SimilarFleetProps {
  readonly similar: BulkSimilar;
  /** Null: the row has no column for it, or the other no reference. */
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
