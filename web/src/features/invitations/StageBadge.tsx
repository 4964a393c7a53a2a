/** Where an invitation stands: icon and word. No colour: that means health. */
import type { InvitationStage } from '@waypost/contract/api/invitation-stage';
import {
  IconBan,
  IconCircleCheck,
  IconClockX,
  IconEye,
  IconHelpCircle,
  IconMail,
  IconTrash,
} from '../../ui/icons.ts';
import classes from './StageBadge.module.css';
import { STAGE_WORD } from './words.ts';

export const STAGE_ICON = {
  created: IconMail,
  viewed: IconEye,
  accepted: IconCircleCheck,
  declined: IconBan,
  expired: IconClockX,
  deleted: IconTrash,
  other: IconHelpCircle,
} as const satisfies Record<InvitationStage, unknown>;

export interface StageBadgeProps {
  readonly stage: InvitationStage;
  /** The service's own word, where nobody knows it. */
  readonly raw: string | null;
}

export function StageBadge({ stage, raw }: StageBadgeProps) {
  const Icon = STAGE_ICON[stage];
  const over = stage !== 'created' && stage !== 'viewed';
  return (
    <span className={classes.badge} data-over={over || undefined}>
      <Icon size={16} stroke={1.75} aria-hidden className={classes.icon} />
      <span className={classes.word}>{stage === 'other' && raw ? raw : STAGE_WORD[stage]}</span>
    </span>
  );
}
