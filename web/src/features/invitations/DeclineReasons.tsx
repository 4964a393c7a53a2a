/** Why fleets declined, counted; each finds those who said so. */
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { Chips } from '../../ui/Chips.tsx';
import { FilterRow } from '../../ui/resource-list/ListLayout.tsx';
import { declineReasons } from './query.ts';

export interface DeclineReasonsProps {
  readonly items: readonly BoardInvitation[];
  readonly q: string | undefined;
  readonly onSearch: (q: string | undefined) => void;
}

const MOST = 8;
const LONGEST = 40;
const NO_REASON = 'No reason given';

export function DeclineReasons({ items, q, onSearch }: DeclineReasonsProps) {
  const reasons = declineReasons(items);
  const given = reasons.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }]));
  const silent = reasons.find(({ reason }) => reason === null);
  if (reasons.length === 0) return null;
  return (
    <FilterRow>
      <Chips
        label="Reasons for declining"
        chips={given.slice(0, MOST).map(({ reason, count }) => ({
          key: reason,
          word: reason.length <= LONGEST ? reason : `${reason.slice(0, LONGEST)}…`,
          count,
        }))}
        pressed={q === undefined ? [] : [q]}
        onPress={(key) => onSearch(key === q ? undefined : key)}
      />
      {silent && (
        <span>
          {NO_REASON}: {silent.count}
        </span>
      )}
    </FilterRow>
  );
}
