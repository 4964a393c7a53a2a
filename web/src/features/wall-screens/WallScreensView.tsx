import { Button } from '@mantine/core';
import type { CreatedWallScreen, WallScreen } from '@waypost/contract/api/wall-screens';
import { useState } from 'react';
import { AdministratorsOnly } from '../../api/QueryState.tsx';
import { Age } from '../../live/Age.tsx';
import { useNow } from '../../live/context.ts';
import { ResourceList } from '../../live/ResourceList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconBan, IconCheck, IconClockX, IconPlus, IconScreenShare } from '../../ui/icons.ts';
import type { ShortcutHelp } from '../../ui/keys.ts';
import type { ViewProps } from '../../ui/page-frame.tsx';
import { CardLine, Primary, Secondary, Status } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import type { Cards } from '../../ui/resource-list/VirtualGrid.tsx';
import { LinkOnce, NewScreenPanel, ScreenDetails } from './ScreenPanel.tsx';
import type { WallScreensSearch } from './search.ts';
import { isOn, stateText, useWallScreens } from './wall-screens.ts';

export function WallScreensView(props: ViewProps<WallScreensSearch>) {
  return (
    <AdministratorsOnly title="Wall screens" denied="Wall screens are for administrators">
      <Screens {...props} />
    </AdministratorsOnly>
  );
}

const NEW = 'new';
const SHORTCUTS: ShortcutHelp = [[['a'], 'New wall screen']];
const idOf = ({ wall_screen_id }: WallScreen) => wall_screen_id;

function Screens({ search, onSearch }: ViewProps<WallScreensSearch>) {
  const { data: screens, error, refetch, dataUpdatedAt } = useWallScreens();
  /** A new screen with its secret, held only while its panel stays open; it cannot be fetched later. */
  const [created, setCreated] = useState<CreatedWallScreen | null>(null);
  const add = () => onSearch({ add: '1', screen: undefined });
  const show = (screen: string | undefined) => {
    setCreated(null);
    onSearch({ screen, add: undefined });
  };
  const button = (
    <Button variant="filled" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
      New wall screen
    </Button>
  );
  return (
    <ResourceList
      title="Wall screens"
      id="wall-screen-list"
      words={['wall screen', 'wall screens']}
      search={search}
      onSearch={onSearch}
      filters={[]}
      opens={['screen', 'add']}
      rows={screens}
      keyOf={idOf}
      error={error}
      onRetry={() => void refetch()}
      columns={COLUMNS}
      cards={CARDS}
      empty={
        <EmptyState
          icon={<IconScreenShare size={32} stroke={1.5} />}
          title="No wall screens yet"
          action={button}
        >
          <p>
            A screen on a wall shows the wall board from a link, day and night, without anyone signed in. The
            link shows nothing else and can be revoked.
          </p>
        </EmptyState>
      }
      selected={search.add ? NEW : (search.screen ?? null)}
      onSelect={show}
      panel={(id, { close }) =>
        id === NEW ? (
          <NewScreenPanel
            onCreated={(made) => {
              setCreated(made);
              onSearch({ screen: made.wall_screen.wall_screen_id, add: undefined }, true);
            }}
            onClose={close}
          />
        ) : undefined
      }
      record={{
        nameOf: ({ name }) => name,
        missing: 'The link may be from another Waypost server.',
        above: (id) => created?.wall_screen.wall_screen_id === id && <LinkOnce secret={created.secret} />,
        body: (screen) => <ScreenDetails screen={screen} />,
      }}
      shortcuts={{ run: { a: add }, words: SHORTCUTS }}
      actions={button}
      foot={{ readAt: dataUpdatedAt }}
    />
  );
}

function State({ screen }: { readonly screen: WallScreen }) {
  const { last_seen_at, revoked_at } = screen;
  const text = useNow((now) => stateText(screen, now));
  const on = useNow((now) => last_seen_at !== null && isOn(last_seen_at, now));
  if (revoked_at !== null)
    return (
      <Status icon={IconBan} tone="past">
        {text}
      </Status>
    );
  return (
    <Status icon={on ? IconCheck : IconClockX} tone={on ? 'quiet' : 'strong'}>
      {text}
    </Status>
  );
}

const COLUMNS: readonly Column<WallScreen>[] = [
  {
    id: 'name',
    header: 'Wall screen',
    width: '2fr',
    cell: (screen) => <Primary title={screen.name}>{screen.name}</Primary>,
  },
  { id: 'state', header: 'Status', width: '2fr', cell: (screen) => <State screen={screen} /> },
  {
    id: 'created',
    header: 'Created',
    width: '1fr',
    cell: (screen) => (
      <>
        <Age at={screen.created_at} ago />
        <Secondary title={screen.created_by_name}>by {screen.created_by_name}</Secondary>
      </>
    ),
  },
];

const CARDS: Cards<WallScreen> = {
  height: 84,
  render: (screen) => (
    <>
      <CardLine>
        <Primary title={screen.name}>{screen.name}</Primary>
      </CardLine>
      <CardLine>
        <State screen={screen} />
      </CardLine>
      <Secondary>by {screen.created_by_name}</Secondary>
    </>
  ),
};
