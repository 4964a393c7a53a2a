import type { RefreshChange } from '@waypost/contract/api/invitation-stage';
import { ChangesTable } from '../ui/ChangesTable.tsx';
import { changeWords } from './invitations.ts';

interface RenewalChangesProps {
  readonly changes: readonly RefreshChange[];
  /** Heading of what follows: `After renewing`. */
  readonly then: string;
}

/** What renewing an invitation changes, field by field. */
export const RenewalChanges = ({ changes, then }: RenewalChangesProps) => (
  <ChangesTable
    heads={['Now', then]}
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
);
