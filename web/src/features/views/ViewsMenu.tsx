import { ActionIcon, Menu } from '@mantine/core';
import { type SavedView, VIEW_NAME_MAX } from '@waypost/contract/api/views';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem, explain } from '../../api/problem.ts';
import { WithQueries } from '../../api/queries.tsx';
import { attempt, undoAction } from '../../api/show-problem.ts';
import { type NewSavedItem, SavedItemForm, SavedItemRow } from '../../live/SavedItem.tsx';
import { isolated } from '../../ui/bidi.ts';
import { Option, Options } from '../../ui/Choice.tsx';
import { type DeferredProps, useOpened } from '../../ui/deferred.tsx';
import { IconBookmark, IconCheck, IconDownload, IconPlus, IconSettings } from '../../ui/icons.ts';
import { copyText } from '../../ui/MonoId.tsx';
import { OpenModal } from '../../ui/OpenModal.tsx';
import { usePrefs } from '../../ui/prefs.ts';
import classes from '../../ui/saved-item.module.css';
import shared from '../../ui/shared.module.css';
import { toast } from '../../ui/toasts.ts';
import {
  csvExport,
  isDefaultView,
  linkOf,
  searchToSave,
  setDefaultView,
  useViewMutations,
  useViews,
  type ViewedBoard,
} from './board-view.ts';

export type ExportFormat = 'csv' | 'geojson';

interface ViewsMenuProps extends DeferredProps {
  readonly board: ViewedBoard;
  readonly onExport: (format: ExportFormat) => void;
  readonly lists: ReactNode;
}

export function ViewsMenu({ board, onExport, lists, openOnMount }: ViewsMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useOpened(openOnMount, button);
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const close = () => setDialog(null);
  const onCsv = useEffectEvent(() => onExport('csv'));
  useEffect(() => csvExport.subscribe(() => onCsv()), []);
  return (
    <WithQueries>
      <Menu width={280} opened={opened} onChange={setOpened}>
        <Menu.Target>
          <ActionIcon ref={button} aria-label="Saved views" data-tip="Saved views, lists and export">
            <IconBookmark size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {opened && <Views board={board} />}
          <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => setDialog('save')}>
            Save this view
          </Menu.Item>
          <Menu.Item leftSection={<IconSettings size={16} />} onClick={() => setDialog('manage')}>
            Manage views
          </Menu.Item>
          <Menu.Divider />
          {opened && lists}
          <Menu.Divider />
          <Menu.Label>Loads as filtered and sorted</Menu.Label>
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => onExport('csv')}>
            Export CSV
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => onExport('geojson')}>
            Export GeoJSON
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <SaveView board={board} onClose={close} />}
      {dialog === 'manage' && <ManageViews board={board} onClose={close} />}
    </WithQueries>
  );
}

function Views({ board }: { readonly board: ViewedBoard }) {
  const { data, error } = useViews();
  const items = (label: string, of: SavedView['scope']) => {
    const views = data?.filter(({ scope }) => scope === of) ?? [];
    return (
      <>
        {views.length > 0 && <Menu.Label>{label}</Menu.Label>}
        {views.map((view) => (
          <Menu.Item
            key={view.view_id}
            leftSection={
              view.view_id === board.saved ? <IconCheck size={16} /> : <span className={classes.noMark} />
            }
            aria-current={view.view_id === board.saved || undefined}
            onClick={() => board.onOpen(view)}
          >
            <bdi className={classes.itemName}>{view.name}</bdi>
          </Menu.Item>
        ))}
      </>
    );
  };
  return (
    <>
      {!data && (
        <Menu.Label role="status">
          {error ? `Couldn't load views: ${explain(asProblem(error)).title}` : 'Loading views'}
        </Menu.Label>
      )}
      {data?.length === 0 && (
        <Menu.Label>No saved views yet. Set filters, order and groups, then save them here.</Menu.Label>
      )}
      {items('Team views', 'team')}
      {items('My views', 'person')}
      <Menu.Divider />
    </>
  );
}

interface DialogProps {
  readonly board: ViewedBoard;
  readonly onClose: () => void;
}

function ManageViews({ board, onClose }: DialogProps) {
  const { data, error, refetch } = useViews();
  return (
    <OpenModal onClose={onClose} title="Saved views" size={520}>
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
    </OpenModal>
  );
}

function ViewRow({ view, board, onClose }: DialogProps & { readonly view: SavedView }) {
  const { view_id, name, scope, search, version } = view;
  const { create, update, remove } = useViewMutations();
  const { default_view } = usePrefs();
  const is_default = isDefaultView(view_id, default_view);
  const drop = async () => {
    if (!(await attempt('The view was not deleted', () => remove(view_id)))) return;
    if (is_default) setDefaultView(view_id, false);
    const restore = async () => {
      await create({ view_id, name, scope, search });
      if (is_default) setDefaultView(view_id, true);
    };
    const action = undoAction('The view was not restored', restore);
    toast({ title: `View ${isolated(name)} deleted`, action });
  };
  const copy = async () => {
    const copied = await copyText(linkOf(view, board));
    toast({ title: copied ? 'Link copied' : 'Your browser blocked copying' });
  };
  return (
    <SavedItemRow
      item={view}
      noun="view"
      max={VIEW_NAME_MAX}
      text={is_default ? ', opens after signing in' : ''}
      shareable={view.is_own}
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
      <Menu.Item onClick={() => setDefaultView(view_id, !is_default)}>
        {is_default ? 'Open the board after signing in' : 'Open after signing in'}
      </Menu.Item>
    </SavedItemRow>
  );
}

function SaveView({ board, onClose }: DialogProps) {
  const { create } = useViewMutations();
  const [map, setMap] = useState(false);
  const [columns, setColumns] = useState(board.columns !== null);
  const [is_default, setIsDefault] = useState(false);
  const save = async ({ id, name, scope }: NewSavedItem) => {
    const search = searchToSave(board, { map, columns });
    const view = await create({ view_id: id, name, scope, search });
    if (is_default) setDefaultView(id, true);
    board.onOpen(view);
    toast({
      title: scope === 'team' ? 'Team view saved' : 'View saved',
      text: is_default ? 'It opens after you sign in.' : 'Open it from Saved views.',
    });
    onClose();
  };
  return (
    <OpenModal onClose={onClose} title="Save view" size={440}>
      <SavedItemForm
        noun="view"
        max={VIEW_NAME_MAX}
        description="Saves filters, search, groups and order."
        default_scope="person"
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
          <Option label="Open this view after I sign in" checked={is_default} onChange={setIsDefault} />
        </Options>
      </SavedItemForm>
    </OpenModal>
  );
}
