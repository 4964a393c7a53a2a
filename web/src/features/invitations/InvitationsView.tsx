/** The funnel above, invitations below, the one that is open or the form beside. What one would bookmark is in the address. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { type ReactNode, useMemo, useState } from 'react';
import { useApi } from '../../api/context.ts';
import { unknownIntents } from '../../api/intents.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { useLive, useTold } from '../../live/context.ts';
import { UnknownIntents } from '../../live/UnknownIntents.tsx';
import { Chips } from '../../ui/Chips.tsx';
import { download, fileName } from '../../ui/download.ts';
import { IconDownload } from '../../ui/icons.ts';
import { type KeyWords, useShortcuts } from '../../ui/keys.ts';
import { CalmListArea, ListWithPanel } from '../../ui/ListLayout.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { UnreadLine } from '../../ui/UnreadLine.tsx';
import { useLayout } from '../../ui/use-media.ts';
import { CreatePanel } from './CreatePanel.tsx';
import { FunnelStrip } from './FunnelStrip.tsx';
import { useHeld } from './held.ts';
import { INVITATION_GRID_ID, InvitationList } from './InvitationList.tsx';
import { InvitationPanel } from './InvitationPanel.tsx';
import { InvitationsFoot } from './InvitationsFoot.tsx';
import classes from './InvitationsView.module.css';
import { InvitationsNoMatch, NoInvitations } from './ListStates.tsx';
import { listCsv } from './list-csv.ts';
import { select } from './query.ts';
import type { InvitationsSearch } from './search.ts';
import { TmsView } from './TmsView.tsx';
import { useDefaults, useInvitations } from './use-invitations.ts';

const KEYS: KeyWords = [
  [['j', '↓'], 'Next invitation'],
  [['k', '↑'], 'Previous invitation'],
  [['Enter'], 'Open the invitation'],
  [['n'], 'Invite a fleet'],
];
const TABS = [
  { key: 'fleet', word: 'Fleets' },
  { key: 'tms', word: 'TMS' },
] as const;
const UNKNOWN_WORDS = {
  one: 'invitation',
  many: 'invitations',
  never_two: 'A fleet has one invitation only, so asking again makes no second one.',
  settled_by: 'Its first event',
  found: 'It is in the list now.',
} as const;
const NONE: readonly BoardInvitation[] = [];
const waitingText = (count: number) => (count === 1 ? '1 change waits' : `${count} changes wait`);
/** Stages change with time by themselves. */
const SWEEP_MS = 15_000;

export interface InvitationsViewProps {
  readonly search: InvitationsSearch;
  /** `replace`: Back does not stop here. */
  readonly onSearch: (change: Partial<InvitationsSearch>, replace?: boolean) => void;
  /** Button to the form. */
  readonly create: ReactNode;
  /** Button to many at once. */
  readonly many: ReactNode;
  /** Puts filters and buttons into the frame of the page around the list. */
  readonly frame: (parts: { filters: ReactNode; actions: ReactNode; children: ReactNode }) => ReactNode;
}

export function InvitationsView({ search, onSearch, create, many, frame }: InvitationsViewProps) {
  const { http } = useApi();
  const { clock } = useLive();
  const { tab, show, q, sort, invitation } = search;
  const { known, error, read_at, refresh } = useInvitations();
  const { defaults, settled } = useDefaults();
  const all = known?.items ?? NONE;
  const slot = useTold((now) => Math.floor(now / SWEEP_MS));
  const { items, counts } = useMemo(
    () => select(all, { show, q, sort }, (slot + 1) * SWEEP_MS),
    [all, show, q, sort, slot],
  );
  const rows = useHeld(items, all, JSON.stringify([show, q, sort]));
  const { data: intents = [] } = useQuery(useMemo(() => unknownIntents(http, 'invitation'), [http]));
  const layout = useLayout();
  const phone = layout === 'phone';
  /** There is room for them beside the filter. */
  const wide = layout === 'desk' || layout === 'wall';
  const [byKey, setByKey] = useState(false);
  const problem = error ? asProblem(error) : null;
  const filtered = show !== undefined || q !== undefined;

  const toGrid = () => document.getElementById(INVITATION_GRID_ID)?.focus();
  const open = (key: string, by_key: boolean) => {
    setByKey(by_key);
    onSearch({ invitation: key, from: undefined, fleet_ref: undefined });
  };
  const close = () => {
    onSearch({ invitation: undefined, from: undefined, fleet_ref: undefined });
    toGrid();
  };
  const toForm = (from?: string) => onSearch({ invitation: 'new', from, fleet_ref: undefined });
  useShortcuts(
    { j: toGrid, k: toGrid, n: () => toForm(), Escape: () => invitation !== undefined && close() },
    KEYS,
  );
  const clear = () => onSearch({ show: undefined, q: undefined });
  const onQuery = useMemo(() => (text: string) => onSearch({ q: text || undefined }, true), [onSearch]);
  const save = () => download(fileName('invitations', clock.now()), listCsv(rows.shown, clock.now()));

  const tabs = (
    <div className={classes.tabs}>
      <Chips
        label="Which invitations"
        chips={TABS}
        pressed={[tab ?? 'fleet']}
        onPress={(key) => onSearch({ tab: key === 'tms' ? 'tms' : undefined })}
      />
    </div>
  );
  if (tab === 'tms')
    return frame({
      filters: wide ? tabs : null,
      actions: null,
      children: (
        <>
          {!wide && <div className={classes.top}>{tabs}</div>}
          <TmsView />
        </>
      ),
    });

  const list = () => {
    if (!known)
      return problem ? (
        <ProblemState problem={problem} onRetry={refresh} />
      ) : (
        <ListSkeleton label="Loading the invitations" />
      );
    if (all.length === 0)
      return (
        <NoInvitations
          create={
            <>
              {create}
              {many}
            </>
          }
        />
      );
    if (rows.shown.length === 0)
      return <InvitationsNoMatch chase={show === 'chase' && q === undefined} onClear={clear} />;
    return (
      <InvitationList
        invitations={rows.shown}
        as_cards={phone}
        sort={sort}
        onSort={(next) => onSearch({ sort: next === 'chase' ? undefined : next })}
        selected={invitation}
        onOpen={open}
      />
    );
  };
  const from = all.find(({ key }) => key === search.from) ?? null;
  const row = all.find(({ key }) => key === invitation);
  return frame({
    filters: (
      <>
        {wide && tabs}
        <div className={classes.search}>
          <SearchBox
            value={q ?? ''}
            onChange={onQuery}
            label="Filter invitations"
            placeholder="Reference, name, e-mail"
            title="Filters by reference, name, e-mail, phone, regulatory id, reason and who invited"
            onDone={toGrid}
          />
        </div>
      </>
    ),
    actions: (
      <Button
        leftSection={<IconDownload size={16} aria-hidden />}
        disabled={rows.shown.length === 0}
        title="The rows that are shown, in this order; without links"
        onClick={save}
      >
        CSV
      </Button>
    ),
    children: (
      <ListWithPanel
        panel_width={440}
        panel={
          invitation === 'new'
            ? (search.from === undefined || (known !== undefined && settled)) && (
                <CreatePanel
                  key={`${search.from ?? ''} ${search.fleet_ref ?? ''}`}
                  items={known?.items}
                  many={many}
                  defaults={defaults}
                  fleet_ref={search.fleet_ref}
                  from={from}
                  onSent={(key) =>
                    onSearch({ invitation: key ?? undefined, from: undefined, fleet_ref: undefined })
                  }
                  onClose={close}
                />
              )
            : invitation !== undefined && (
                <InvitationPanel
                  key={invitation}
                  id={invitation}
                  row={row}
                  takes_focus={byKey}
                  onRefresh={() => toForm(invitation)}
                  onClose={close}
                />
              )
        }
      >
        <div className={classes.top}>
          {!wide && tabs}
          <FunnelStrip counts={counts} show={show} onShow={(next) => onSearch({ show: next })} />
        </div>
        {intents.length > 0 && (
          <UnknownIntents intents={intents} words={UNKNOWN_WORDS} onFound={() => refresh()} />
        )}
        {known && problem && <ProblemState problem={problem} onRetry={refresh} small />}
        {known && <UnreadLine unread={known.sources.unread} words={['invitation', 'invitations']} />}
        <CalmListArea calm={rows} waitingText={waitingText} waiting_at="foot">
          {list()}
        </CalmListArea>
        {known && all.length > 0 && (
          <InvitationsFoot
            shown={items.length}
            total={all.length}
            filtered={filtered}
            sources={known.sources}
            read_at={read_at}
            onClear={clear}
          />
        )}
      </ListWithPanel>
    ),
  });
}
