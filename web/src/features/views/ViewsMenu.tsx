/** Saved views and lists: open one, save what the board shows, look after them; and what it shows as a file. */
import { ActionIcon, Menu } from '@mantine/core';
import type { SavedView } from '@waypost/contract/api/views';
import { type ReactNode, useRef, useState } from 'react';
import { asProblem, explain } from '../../api/problem.ts';
import { WithQueries } from '../../api/queries.tsx';
import { IconBookmark, IconCheck, IconDownload, IconPlus, IconSettings } from '../../ui/icons.ts';
import { type LaterProps, useOpened } from '../../ui/later.tsx';
import classes from '../../ui/named.module.css';
import type { BoardOfViews } from './board-view.ts';
import { ManageViews } from './ManageViews.tsx';
import { SaveView } from './SaveView.tsx';
import { useViews } from './use-views.ts';

export type ExportFormat = 'csv' | 'geojson';

export interface ViewsMenuProps extends LaterProps {
  readonly board: BoardOfViews;
  readonly onExport: (format: ExportFormat) => void;
  /** Items of the named lists. */
  readonly lists: ReactNode;
}

export function ViewsMenu({ board, onExport, lists, wanted }: ViewsMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useOpened(wanted, button);
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const close = () => setDialog(null);
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

function Views({ board }: { readonly board: BoardOfViews }) {
  const { data, error } = useViews();
  const items = (label: string, views: readonly SavedView[]) =>
    views.length > 0 && (
      <>
        <Menu.Label>{label}</Menu.Label>
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
      {data &&
        items(
          'Team views',
          data.filter(({ scope }) => scope === 'team'),
        )}
      {data &&
        items(
          'My views',
          data.filter(({ scope }) => scope === 'person'),
        )}
      <Menu.Divider />
    </>
  );
}
