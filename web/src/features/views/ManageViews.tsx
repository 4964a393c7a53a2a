/** All saved views that a person sees: open, rename, share, make one the first, copy its link, delete with undo. */
import { Menu, Modal } from '@mantine/core';
import { type SavedView, VIEW_NAME_MAX } from '@waypost/contract/api/views';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { attempt } from '../../api/show-problem.ts';
import { NamedRow } from '../../live/Named.tsx';
import { isolated } from '../../ui/bidi.ts';
import { copyText } from '../../ui/copy.ts';
import { usePrefs } from '../../ui/prefs.ts';
import shared from '../../ui/shared.module.css';
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
  const { view_id, name, scope, search, version } = view;
  const { create, update, remove } = useViewWriting();
  const { default_view } = usePrefs();
  const first = isFirst(view_id, default_view);
  const drop = async () => {
    if (!(await attempt('The view was not deleted', () => remove(view_id)))) return;
    if (first) openFirst(view_id, false);
    const restore = async () => {
      const create_again = () => create({ view_id, name, scope, search });
      if ((await attempt('The view was not restored', create_again)) && first) openFirst(view_id, true);
    };
    toast({
      title: `View ${isolated(name)} deleted`,
      action: { label: 'Undo', run: () => void restore() },
    });
  };
  const copy = async () => {
    const copied = await copyText(linkOf(view, board));
    toast({ title: copied ? 'Link copied' : 'Your browser blocked copying' });
  };
  return (
    <NamedRow
      named={view}
      noun="view"
      max={VIEW_NAME_MAX}
      text={first ? ', opens after signing in' : ''}
      shareable
      onOpen={() => {
        board.onOpen(view);
        onClose();
      }}
      onCopyLink={() => void copy()}
      onWrite={(change) =>
        attempt('The view was not changed', () =>
          update(view_id, { version, name, scope, search, ...change }),
        )
      }
      onDelete={() => void drop()}
    >
      <Menu.Item onClick={() => openFirst(view_id, !first)}>
        {first ? 'Open the board after signing in' : 'Open after signing in'}
      </Menu.Item>
    </NamedRow>
  );
}
