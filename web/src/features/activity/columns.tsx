/** The activity log as a table, and as cards on a phone. */
import type { ActivityEntry } from '@waypost/contract/api/session';
import { Age } from '../../live/Age.tsx';
import {
  actionText,
  changeText,
  deedText,
  outcomeText,
  targetText,
  wentWrong,
  whoText,
} from '../../live/activity-log.ts';
import { isolated } from '../../ui/bidi.ts';
import { IconAlertTriangleFilled, IconCheck } from '../../ui/icons.ts';
import { CardLine, Primary, Secondary, Status, Truncated } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import type { Cards } from '../../ui/resource-list/VirtualGrid.tsx';

export function Outcome({ outcome }: { readonly outcome: string }) {
  const wrong = wentWrong(outcome);
  return (
    <Status icon={wrong ? IconAlertTriangleFilled : IconCheck} tone={wrong ? 'strong' : 'quiet'}>
      {outcomeText(outcome)}
    </Status>
  );
}

export const COLUMNS: readonly Column<ActivityEntry>[] = [
  { id: 'at', header: 'When', width: 112, cell: ({ at }) => <Age at={at} ago /> },
  { id: 'who', header: 'Who', width: '0.8fr', cell: whoText },
  {
    id: 'what',
    header: 'What',
    width: '1.6fr',
    title: deedText,
    cell: (entry) => (
      <Truncated>
        <b>{actionText(entry.action)}</b>
        {targetText(entry) && ` ${isolated(targetText(entry))}`}
      </Truncated>
    ),
  },
  {
    id: 'change',
    header: 'Change',
    width: '1.8fr',
    visibleFrom: 901,
    title: changeText,
    cell: (entry) => <Truncated>{changeText(entry)}</Truncated>,
  },
  { id: 'outcome', header: 'Outcome', width: 104, cell: ({ outcome }) => <Outcome outcome={outcome} /> },
];

export const CARDS: Cards<ActivityEntry> = {
  height: 84,
  render: (entry) => (
    <>
      <CardLine>
        <Primary>{actionText(entry.action)}</Primary>
        <Secondary>
          <Age at={entry.at} ago />
        </Secondary>
      </CardLine>
      <CardLine>
        <Truncated>
          {isolated(whoText(entry))}
          {targetText(entry) && ` · ${isolated(targetText(entry))}`}
        </Truncated>
        <Outcome outcome={entry.outcome} />
      </CardLine>
      <Secondary>{changeText(entry)}</Secondary>
    </>
  ),
};
