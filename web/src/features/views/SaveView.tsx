/** Saves what the board shows under a name, for oneself or for the team. */
import { Button, Modal, TextInput } from '@mantine/core';
import { VIEW_NAME_MAX, type ViewScope } from '@waypost/contract/api/views';
import { useState } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { asProblem, explain, type Problem } from '../../api/problem.ts';
import classes from '../../ui/named.module.css';
import { Option, ScopeChoice } from '../../ui/ScopeChoice.tsx';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import { type BoardOfViews, openFirst, searchToSave } from './board-view.ts';
import { useViewWriting } from './use-views.ts';

export interface SaveViewProps {
  readonly board: BoardOfViews;
  readonly onClose: () => void;
}

export function SaveView({ board, onClose }: SaveViewProps) {
  return (
    <Modal opened onClose={onClose} title="Save view" size={440} closeButtonProps={{ 'aria-label': 'Close' }}>
      <Form board={board} onClose={onClose} />
    </Modal>
  );
}

function Form({ board, onClose }: SaveViewProps) {
  const { create } = useViewWriting();
  const no_team = useDisabledReason('manage_loads');
  // Sent again after an error it is the same view.
  const [view_id] = useState(() => crypto.randomUUID());
  const [name, setName] = useState('');
  const [scope, setScope] = useState<ViewScope>('person');
  const [map, setMap] = useState(false);
  const [columns, setColumns] = useState(board.columns !== null);
  const [first, setFirst] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const save = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const search = searchToSave(board, { map, columns });
      const view = await create({ view_id, name: name.trim(), scope, search });
      if (first) openFirst(view_id, true);
      board.onOpen(view);
      toast({
        title: scope === 'team' ? 'Team view saved' : 'View saved',
        text: first ? 'It opens after you sign in.' : 'Open it from Saved views.',
      });
      onClose();
    } catch (error) {
      setProblem(asProblem(error));
      setBusy(false);
    }
  };
  const said = problem && explain(problem);
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '' && !busy) void save();
      }}
    >
      <TextInput
        label="Name"
        description="Saves filters, search, groups and order."
        data-autofocus
        maxLength={VIEW_NAME_MAX}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        error={problem?.code === 409 ? `${said?.title}. ${said?.text}` : undefined}
      />
      <ScopeChoice value={scope} onChange={setScope} no_team={no_team} />
      <fieldset className={classes.options}>
        <legend>Also</legend>
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
      </fieldset>
      {problem && problem.code !== 409 && (
        <p role="alert" className={shared.plain}>
          <strong>Not saved: {said?.title}.</strong> {said?.text}{' '}
          {problem.request_id && `Request ID ${problem.request_id}.`}
        </p>
      )}
      <div className={shared.buttons}>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="filled" loading={busy} disabled={name.trim() === ''}>
          Save view
        </Button>
      </div>
    </form>
  );
}
