/** All saved views that a person sees: open, rename, share, make one the first, copy its link, delete with undo. */
import { ActionIcon, Button, Menu, Modal } from '@mantine/core';
import { type SavedView, VIEW_NAME_MAX } from '@waypost/contract/api/views';
import { useState } from 'react';
import { useDisabledReason } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { showProblem } from '../../api/show-problem.ts';
import { useNow } from '../../live/context.ts';
import { isolated } from '../../ui/bidi.ts';
import { copyText } from '../../ui/copy.ts';
import { IconDots } from '../../ui/icons.ts';
import classes from '../../ui/named.module.css';
import { usePrefs } from '../../ui/prefs.ts';
import { RenameForm } from '../../ui/RenameForm.tsx';
import shared from '../../ui/shared.module.css';
import { agoText } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { type BoardOfViews, isFirst, linkOf, openFirst } from './board-view.ts';
import { useViews, useViewWriting } from './use-views.ts';

export interface ManageViewsProps {
  readonly board: BoardOfViews;
  readonly onClose: () => void;
}

export function ManageViews({ board, onClose }: ManageViewsProps) {
  const { data, error, refetch } = useViews();
  return (
    <Modal
      opened
      onClose={onClose}
      title="Saved views"
      size={520}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {!data && error && <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} small />}
      {!data && !error && <p role="status">Loading views</p>}
      {data?.length === 0 && <p>No saved views yet. “Save this view” in the menu saves the first one.</p>}
      {data && data.length > 0 && (
        <ul className={shared.list}>
          {data.map((view) => (
            <ViewRow key={view.view_id} view={view} board={board} onClose={onClose} />
          ))}
        </ul>
      )}
    </Modal>
  );
}

function ViewRow({ view, board, onClose }: ManageViewsProps & { readonly view: SavedView }) {
  const { view_id, name, scope, search, version, owner_name, updated_by_name, updated_at } = view;
  const { create, update, remove } = useViewWriting();
  const { default_view } = usePrefs();
  const no_team = useDisabledReason('manage_loads');
  const [renaming, setRenaming] = useState(false);
  const changed = useNow((now) => agoText(updated_at, now));
  const first = isFirst(view_id, default_view);
  const locked = scope === 'team' && no_team !== null;

  const attempt = async (did_not: string, work: () => Promise<unknown>) => {
    try {
      await work();
      return true;
    } catch (error) {
      showProblem(did_not, asProblem(error));
      return false;
    }
  };
  const write = (change: Partial<Pick<SavedView, 'name' | 'scope'>>) =>
    attempt('The view was not changed', () => update(view_id, { version, name, scope, search, ...change }));
  const drop = async () => {
    if (!(await attempt('The view was not deleted', () => remove(view_id)))) return;
    if (first) openFirst(view_id, false);
    toast({
      title: `View ${isolated(name)} deleted`,
      action: {
        label: 'Undo',
        run: () =>
          void attempt('The view was not restored', () => create({ view_id, name, scope, search })).then(
            (done) => done && first && openFirst(view_id, true),
          ),
      },
    });
  };
  const copy = async () => {
    const copied = await copyText(linkOf(view, board));
    toast(copied ? { title: 'Link copied' } : { title: 'Your browser blocked copying' });
  };
  if (renaming)
    return (
      <li className={classes.row}>
        <RenameForm
          name={name}
          max={VIEW_NAME_MAX}
          onCancel={() => setRenaming(false)}
          onRename={(to) => write({ name: to })}
        />
      </li>
    );
  return (
    <li className={classes.row}>
      <div className={classes.rowText}>
        <bdi className={classes.rowName}>{name}</bdi>
        <span className={shared.small}>
          {scope === 'team' ? `Team, by ${isolated(owner_name)}` : 'Only me'}
          {first && ', opens after signing in'}
          {`, changed ${changed}`}
          {updated_by_name !== owner_name && ` by ${isolated(updated_by_name)}`}
        </span>
      </div>
      <Button
        onClick={() => {
          board.onOpen(view);
          onClose();
        }}
      >
        Open
      </Button>
      <Menu position="bottom-end" width={240}>
        <Menu.Target>
          <ActionIcon aria-label={`More for ${isolated(name)}`}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void copy()}>Copy link</Menu.Item>
          <Menu.Item onClick={() => openFirst(view_id, !first)}>
            {first ? 'Open the board after signing in' : 'Open after signing in'}
          </Menu.Item>
          <Menu.Item disabled={locked} onClick={() => setRenaming(true)}>
            Rename
          </Menu.Item>
          <Menu.Item
            disabled={no_team !== null}
            onClick={() => void write({ scope: scope === 'team' ? 'person' : 'team' })}
          >
            {scope === 'team' ? 'Make private' : 'Share with the team'}
          </Menu.Item>
          <Menu.Item disabled={locked} onClick={() => void drop()}>
            Delete view
          </Menu.Item>
          {no_team !== null && <Menu.Label>{no_team}</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}
