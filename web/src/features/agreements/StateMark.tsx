/** Status and what it means by now, as icon and words. No colour: that means the health of a load. */
import {
  IconBan,
  IconCheck,
  IconClock,
  IconClockX,
  IconHelpCircle,
  IconPlayerPause,
} from '../../ui/icons.ts';
import type { AgreementRow } from './query.ts';
import classes from './StateMark.module.css';
import { stateWords } from './state.ts';

const ICON = {
  active: IconCheck,
  scheduled: IconClock,
  ended: IconClockX,
  never: IconClockX,
  paused: IconPlayerPause,
  over: IconBan,
  other: IconHelpCircle,
} as const;

export interface StateMarkProps {
  readonly row: Pick<AgreementRow, 'agreement' | 'kind'>;
  readonly now: number;
}

export function StateMark({ row: { agreement, kind }, now }: StateMarkProps) {
  const { word, means } = stateWords(agreement, now);
  const Icon = ICON[kind];
  return (
    <div className={classes.root} data-kind={kind}>
      <Icon size={16} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <div className={classes.word}>
          {word}
          <span className={classes.comma}>,</span>
        </div>
        <div className={classes.means} title={means}>
          {means}
        </div>
      </div>
    </div>
  );
}
