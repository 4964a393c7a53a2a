/** Invitations as a table, and as cards on a phone. */
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { type RowCards, RowGrid, type RowTable } from '../../ui/RowGrid.tsx';
import classes from './InvitationRow.module.css';
import { InvitationCard, InvitationCells } from './InvitationRow.tsx';
import { type Sort, sortOf } from './query.ts';

export const INVITATION_GRID_ID = 'invitation-list';

const TABLE: RowTable<BoardInvitation, Sort> = {
  columns: [
    { name: 'fleet', label: 'Fleet', sort: 'fleet' },
    { name: 'stage', label: 'Status', sort: 'stage' },
    { name: 'what', label: 'What and why', sort: 'chase' },
    { name: 'sent', label: 'Sent', sort: 'age' },
    { name: 'left', label: 'Time left', sort: 'left', figure: true },
    { name: 'asks', label: 'Asks for' },
  ],
  tracks: classes.tracks,
  height: 56,
  draw: (invitation) => <InvitationCells invitation={invitation} />,
};
const CARDS: RowCards<BoardInvitation> = {
  height: 92,
  draw: (invitation) => <InvitationCard invitation={invitation} />,
};

const keyOf = ({ key }: BoardInvitation) => key;

export interface InvitationListProps {
  readonly invitations: readonly BoardInvitation[];
  readonly as_cards: boolean;
  readonly sort: string | undefined;
  readonly onSort: (sort: string) => void;
  readonly selected: string | undefined;
  /** `by_key`: the focus follows into the panel. */
  readonly onOpen: (key: string, by_key: boolean) => void;
}

export function InvitationList(props: InvitationListProps) {
  const { invitations, as_cards, sort, onSort, selected, onOpen } = props;
  return (
    <RowGrid
      id={INVITATION_GRID_ID}
      label="Invitations"
      rows={invitations}
      keyOf={keyOf}
      table={TABLE}
      cards={as_cards ? CARDS : null}
      sort={{ ...sortOf(sort), onSort }}
      selected={selected ?? null}
      onOpen={onOpen}
    />
  );
}
