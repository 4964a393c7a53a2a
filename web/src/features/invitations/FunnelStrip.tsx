/** The funnel: how many stand where, each a filter; and how many there are to chase today. */
import type { InvitationStage } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import type { ReactNode } from 'react';
import { STAGE_WORD } from '../../live/invitation-words.ts';
import { Chips } from '../../ui/Chips.tsx';
import { IconBell, IconLayoutList } from '../../ui/icons.ts';
import { FilterRow } from '../../ui/resource-list/ListLayout.tsx';
import shared from '../../ui/shared.module.css';
import { personLocale } from '../../ui/units.ts';
import { STAGE_ICON } from './columns.tsx';
import classes from './FunnelStrip.module.css';
import { type Counts, declineReasons } from './query.ts';
import type { InvitationShow } from './search.ts';
import { STAGE_MEANING } from './words.ts';

export interface FunnelStripProps {
  readonly counts: Counts;
  readonly show: InvitationShow | undefined;
  readonly onShow: (show: InvitationShow | undefined) => void;
}

const WAY: readonly InvitationStage[] = ['not_shared', 'shared', 'viewed', 'accepted'];
const ENDS: readonly InvitationStage[] = ['declined', 'expired', 'deleted'];

export function FunnelStrip({ counts, show, onShow }: FunnelStripProps) {
  const step = (stage: InvitationStage) => {
    const Icon = STAGE_ICON[stage];
    return (
      <Step
        key={stage}
        icon={<Icon size={14} stroke={1.75} aria-hidden />}
        word={STAGE_WORD[stage]}
        meaning={STAGE_MEANING[stage]}
        count={counts[stage]}
        of={counts.all}
        pressed={show === stage}
        onPress={() => onShow(show === stage ? undefined : stage)}
      />
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a border and a legend of its own.
    <div className={`${shared.fixed} ${shared.line}`} role="group" aria-label="Filter by status">
      <Step
        icon={<IconBell size={14} stroke={1.75} aria-hidden />}
        word="Follow up today"
        meaning="Not shared, not opened, not answered, ending soon or just expired, with no follow-up in the last day"
        count={counts.chase}
        of={counts.all}
        pressed={show === 'chase'}
        onPress={() => onShow(show === 'chase' ? undefined : 'chase')}
      />
      <Step
        icon={<IconLayoutList size={14} stroke={1.75} aria-hidden />}
        word="All"
        meaning="Every invitation"
        count={counts.all}
        of={counts.all}
        pressed={show === undefined}
        onPress={() => onShow(undefined)}
      />
      <div className={classes.part} data-way>
        {WAY.map(step)}
      </div>
      <div className={classes.part}>
        {ENDS.map(step)}
        {counts.other > 0 && step('other')}
      </div>
    </div>
  );
}

interface StepProps {
  readonly icon: ReactNode;
  readonly word: string;
  readonly meaning: string;
  readonly count: number;
  readonly of: number;
  readonly pressed: boolean;
  readonly onPress: () => void;
}

function Step({ icon, word, meaning, count, of, pressed, onPress }: StepProps) {
  const share = of === 0 ? 0 : count / of;
  return (
    <button type="button" className={classes.step} aria-pressed={pressed} title={meaning} onClick={onPress}>
      <span className={classes.word}>
        {icon}
        {word}
      </span>{' '}
      <span className={classes.count} data-figure>
        {count.toLocaleString(personLocale())}
      </span>
      <span className={classes.bar} aria-hidden>
        <span style={{ width: `${Math.round(share * 100)}%` }} />
      </span>
    </button>
  );
}

interface DeclineReasonsProps {
  readonly items: readonly BoardInvitation[];
  readonly q: string | undefined;
  readonly onSearch: (q: string | undefined) => void;
}

const MOST = 8;
const LONGEST = 40;
const NO_REASON = 'No reason given';

/** Why fleets declined, counted; each finds those who said so. */
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
