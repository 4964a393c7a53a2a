import { Button, TextInput } from '@mantine/core';
import { WALL_SCREEN_ROUTES } from '@waypost/contract/api/wall-screen-routes';
import {
  type CreatedWallScreen,
  WALL_LINK_PAGE,
  WALL_NAME_MAX,
  type WallScreen,
} from '@waypost/contract/api/wall-screens';
import { useState } from 'react';
import { z } from 'zod';
import { forAdministrators } from '../../api/QueryState.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { itemsOf, usePutRecord, useRead, useWrite } from '../../api/server-state.ts';
import { Age } from '../../live/Age.tsx';
import { ConfirmDialog } from '../../live/ConfirmDialog.tsx';
import { useLive, useNow } from '../../live/context.ts';
import { useFormDrafts } from '../../live/form/draft.ts';
import { checkedWith, tooLong, useForm } from '../../live/form/form.ts';
import { Outcome } from '../../live/form/parts.tsx';
import { ResourceList } from '../../live/ResourceList.tsx';
import { isolated } from '../../ui/bidi.ts';
import { ShownOnce } from '../../ui/buttons.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconBan, IconCheck, IconClockX, IconPlus, IconScreenShare } from '../../ui/icons.ts';
import type { ShortcutHelp } from '../../ui/keys.ts';
import type { ViewProps } from '../../ui/page-frame.tsx';
import { Primary, Secondary, Status } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import { FormFoot, PanelForm, SidePanel } from '../../ui/SidePanel.tsx';
import { agoText, fullDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import type { WallScreensSearch } from './search.ts';

export const WallScreensView = forAdministrators(Screens, {
  title: 'Wall screens',
  denied: 'Wall screens are for administrators',
});

const NEW = 'new';
const SHORTCUTS: ShortcutHelp = [[['a'], 'New wall screen']];
const idOf = ({ wall_screen_id }: WallScreen) => wall_screen_id;

function Screens({ search, onSearch }: ViewProps<WallScreensSearch>) {
  const read = useWallScreens();
  const { data: screens } = read;
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
      read={read}
      columns={COLUMNS}
      empty={
        <EmptyState icon={IconScreenShare} title="No wall screens yet" action={button}>
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
        // A revoked link opens nothing: it is not offered any longer.
        above: (id) =>
          created?.wall_screen.wall_screen_id === id &&
          !screens?.some((one) => idOf(one) === id && one.revoked_at !== null) && (
            <LinkOnce secret={created.secret} />
          ),
        body: (screen) => <ScreenDetails screen={screen} />,
      }}
      shortcuts={{ run: { a: add }, words: SHORTCUTS }}
      actions={button}
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
    card: 'title',
    cell: (screen) => <Primary title={screen.name}>{screen.name}</Primary>,
  },
  { id: 'state', header: 'Status', width: '2fr', card: 'line', cell: (screen) => <State screen={screen} /> },
  {
    id: 'created',
    header: 'Created',
    width: '1fr',
    card: 'labeled',
    cell: (screen) => (
      <>
        <Age at={screen.created_at} ago />
        <Secondary title={screen.created_by_name}>by {screen.created_by_name}</Secondary>
      </>
    ),
  },
];

function LinkOnce({ secret }: { readonly secret: string }) {
  return (
    <ShownOnce
      label="The new link"
      secret={`${location.origin}${WALL_LINK_PAGE}#${secret}`}
      action="Copy link"
      lead={
        <>
          <strong>Copy the link now.</strong> Waypost does not store it. Once you close this panel, it can't
          be shown again.
        </>
      }
    >
      <p>
        Open it on the screen, in a browser where nobody is signed in, and make it the browser's start page:
        then the screen comes back by itself after a power cut.
      </p>
    </ShownOnce>
  );
}

function ScreenDetails({ screen }: { readonly screen: WallScreen }) {
  const { revoke } = useWallScreenMutations();
  const [confirming, setConfirming] = useState(false);
  const state = useNow((now) => stateText(screen, now));
  const name = isolated(screen.name);
  return (
    <>
      <Section title="About">
        <Facts>
          <Fact name="Status">{state}</Fact>
          <Fact name="Shows">The wall board and nothing else. Nothing can be changed from it.</Fact>
          <Fact name="Last seen">{screen.last_seen_at ? fullDateTime(screen.last_seen_at) : 'Never'}</Fact>
          <Fact name="Created">
            {fullDateTime(screen.created_at)} by {isolated(screen.created_by_name)}
          </Fact>
          <Fact name="Revoked">
            {screen.revoked_at &&
              `${fullDateTime(screen.revoked_at)} by ${isolated(screen.revoked_by_name ?? 'an unknown person')}`}
          </Fact>
        </Facts>
      </Section>
      {screen.revoked_at === null && (
        <Section title="Revoke">
          <Button leftSection={<IconBan size={16} aria-hidden />} onClick={() => setConfirming(true)}>
            Revoke link
          </Button>
        </Section>
      )}
      {confirming && (
        <ConfirmDialog
          title={`Revoke the link of ${name}?`}
          action="Revoke link"
          keep="Keep link"
          failure_title="Not revoked"
          act={async () => {
            await revoke.mutateAsync({ params: { wall_screen_id: screen.wall_screen_id } });
            toast({ title: `Revoked the link of ${name}` });
          }}
          onClose={() => setConfirming(false)}
        >
          <p>
            Every screen with this link stops showing loads within seconds. This can't be undone; create a new
            link to turn them on again.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const screenDraft = z.object({ name: z.string() });
const EMPTY = { name: '' };

const check = (draft: z.infer<typeof screenDraft>) =>
  checkedWith(draft, {
    name: draft.name.trim() === '' ? 'must not be empty' : tooLong(draft.name, WALL_NAME_MAX),
  });

interface NewScreenPanelProps {
  readonly onCreated: (created: CreatedWallScreen) => void;
  readonly onClose: () => void;
}

function NewScreenPanel({ onCreated, onClose }: NewScreenPanelProps) {
  const { create } = useWallScreenMutations();
  const form = useForm({
    drafts: useFormDrafts('wall_screen', screenDraft),
    name: 'new',
    initial: EMPTY,
    check,
    send: (body) => create.mutateAsync({ body }),
    fieldOf: (path) => (path === 'body.name' ? 'name' : null),
    onDone: onCreated,
  });
  return (
    <SidePanel label="New wall screen" title="New wall screen" onClose={onClose}>
      <PanelForm
        {...form.element}
        foot={<FormFoot action="Create link" busy={form.busy} onCancel={form.leave(onClose)} />}
      >
        <TextInput
          {...form.text('name', 'Name')}
          description="Where the screen is, so everyone knows which link to revoke."
          placeholder="e.g. Dispatch, left wall"
          autoFocus
          autoComplete="off"
        />
        <Outcome form={form} what="Not created" />
      </PanelForm>
    </SidePanel>
  );
}

const STALE_MS = 15_000;
const OPENING_MS = 2_000;
/** A screen that is on is seen at least every minute and a half: the server notes it once a minute, when its stream is checked. */
const ON_MS = 90_000;

/** "On", "Off since 3 h ago", "Link not opened yet", "Revoked 2 h ago" */
export function stateText({ last_seen_at, revoked_at }: WallScreen, now: number): string {
  if (revoked_at !== null) return `Revoked ${agoText(revoked_at, now)}`;
  if (last_seen_at === null) return 'Link not opened yet';
  return isOn(last_seen_at, now) ? 'On' : `Off, last seen ${agoText(last_seen_at, now)}`;
}

const isOn = (last_seen_at: string, now: number) => now - Date.parse(last_seen_at) < ON_MS;

const mayOpen = ({ last_seen_at, revoked_at }: WallScreen, now: number) =>
  revoked_at === null && (last_seen_at === null || !isOn(last_seen_at, now));

function useWallScreens() {
  const { clock } = useLive();
  return useRead(WALL_SCREEN_ROUTES.listWallScreens, queryKeys.wallScreens(), {
    select: itemsOf,
    staleTime: STALE_MS,
    // A screen that is being opened turns on while somebody looks at this page.
    refetchInterval: ({ state: { data } }) =>
      data?.items.some((one) => mayOpen(one, clock.now())) ? OPENING_MS : STALE_MS,
    background: 'after_first',
  });
}

/** Mutations that update the cached list at once. They reject with a Problem. */
function useWallScreenMutations() {
  const put = usePutRecord(queryKeys.wallScreens(), idOf);
  const create = useWrite(WALL_SCREEN_ROUTES.createWallScreen, {
    onSuccess: ({ wall_screen }) => put(wall_screen),
    // The response contains the secret, so it is not cached.
    gcTime: 0,
  });
  const revoke = useWrite(WALL_SCREEN_ROUTES.revokeWallScreen, { onSuccess: put });
  return { create, revoke };
}
