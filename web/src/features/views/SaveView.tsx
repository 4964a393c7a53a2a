/** Saves what the board shows under a name, for oneself or for the team. */
import { Modal } from '@mantine/core';
import { VIEW_NAME_MAX } from '@waypost/contract/api/views';
import { useState } from 'react';
import { type Named, NamedForm } from '../../live/Named.tsx';
import { Option, Options } from '../../ui/ScopeChoice.tsx';
import { toast } from '../../ui/toasts.ts';
import { type BoardOfViews, openFirst, searchToSave } from './board-view.ts';
import { useViewWriting } from './use-views.ts';

export interface SaveViewProps {
  readonly board: BoardOfViews;
  readonly onClose: () => void;
}

export function SaveView({ board, onClose }: SaveViewProps) {
  const { create } = useViewWriting();
  const [map, setMap] = useState(false);
  const [columns, setColumns] = useState(board.columns !== null);
  const [first, setFirst] = useState(false);
  const save = async ({ id, name, scope }: Named) => {
    const search = searchToSave(board, { map, columns });
    const view = await create({ view_id: id, name, scope, search });
    if (first) openFirst(id, true);
    board.onOpen(view);
    toast({
      title: scope === 'team' ? 'Team view saved' : 'View saved',
      text: first ? 'It opens after you sign in.' : 'Open it from Saved views.',
    });
    onClose();
  };
  return (
    <Modal opened onClose={onClose} title="Save view" size={440} closeButtonProps={{ 'aria-label': 'Close' }}>
      <NamedForm
        max={VIEW_NAME_MAX}
        description="Saves filters, search, groups and order."
        usual_scope="person"
        submit="Save view"
        onSave={save}
        onCancel={onClose}
      >
        <Options legend="Options">
          <Option
            label="Save the map position"
            note={board.camera === undefined ? 'Move the map first' : null}
            disabled={board.camera === undefined}
            checked={map}
            onChange={setMap}
          />
          {board.columns !== null && (
            <Option label="Save the table's columns" checked={columns} onChange={setColumns} />
          )}
          <Option label="Open this view after I sign in" checked={first} onChange={setFirst} />
        </Options>
      </NamedForm>
    </Modal>
  );
}
