/** The activity log as a table, and as cards on a phone. */
import type { ActivityEntry } from '@waypost/contract/api/session';
import { Age } from '../../live/Age.tsx';
import { isolated } from '../../ui/bidi.ts';
import { IconAlertTriangleFilled, IconCheck } from '../../ui/icons.ts';
import { CardLine, Primary, Secondary, Status, Truncated } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import type { Cards } from '../../ui/resource-list/VirtualGrid.tsx';
import { personZone } from '../../ui/time.ts';
import { minuteText } from '../../ui/zoned.ts';
import { changeOf, particulars, valueText } from './difference.ts';
import { actionText, fieldText, outcomeText, wentWrong } from './words.ts';

export const whoText = ({ name, sub }: ActivityEntry): string => name ?? sub ?? 'Waypost itself';

/** Of what is named by a word of the interface (`geofence_monitor`) the label. */
const targetText = ({ action, target }: ActivityEntry): string =>
  action.endsWith('_hook') ? fieldText(target ?? '') : (target ?? '');

/** `Invited a fleet CARRIER-2001` */
const deedText = (entry: ActivityEntry): string =>
  [actionText(entry.action), targetText(entry)].filter(Boolean).join(' ');

const MOST = 3;
/** Ids say nothing in a row. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** `Expiration date: Nov 24, 2026, 09:00 CST → none`; without two sides what else was written down. */
export function summaryText({ detail }: Pick<ActivityEntry, 'detail'>): string {
  const format = (value: unknown) => isolated(valueText(value, (at) => minuteText(at, personZone())));
  const { kind, differences } = changeOf(detail);
  const changed =
    kind === 'gone'
      ? []
      : differences.map(
          ({ field, before, after }) =>
            `${kind === 'wanted' ? 'Requested: ' : ''}${fieldText(field)}: ${format(before)} → ${format(after)}`,
        );
  const parts =
    changed.length > 0
      ? changed
      : particulars(detail)
          .filter(
            // The kind is in the words of the action.
            ([name, value]) => name !== 'kind' && value !== null && value !== '' && !UUID.test(String(value)),
          )
          .map(([name, value]) => `${fieldText(name)}: ${format(value)}`);
  const more = parts.length - MOST;
  return parts.slice(0, MOST).join('; ') + (more > 0 ? `; ${more} more` : '');
}

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
        {entry.target && ` ${isolated(targetText(entry))}`}
      </Truncated>
    ),
  },
  {
    id: 'change',
    header: 'Change',
    width: '1.8fr',
    visibleFrom: 901,
    title: summaryText,
    cell: (entry) => <Truncated>{summaryText(entry)}</Truncated>,
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
          {entry.target && ` · ${isolated(targetText(entry))}`}
        </Truncated>
        <Outcome outcome={entry.outcome} />
      </CardLine>
      <Secondary>{summaryText(entry)}</Secondary>
    </>
  ),
};
