/** Agreements and connections, each as a list, with what ends too early above and the one that is open beside. What one would bookmark is in the address. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useRefusal } from '../../api/context.ts';
import { useLive } from '../../live/context.ts';
import { download, fileName } from '../../ui/download.ts';
import { IconDownload, IconRefresh } from '../../ui/icons.ts';
import { type KeyWords, useShortcuts } from '../../ui/keys.ts';
import { ListWithPanel } from '../../ui/ListLayout.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { TabPanel, Tabs } from '../../ui/Tabs.tsx';
import { AgreementPanel } from './AgreementPanel.tsx';
import { AgreementsTab } from './AgreementsTab.tsx';
import classes from './AgreementsView.module.css';
import { ConnectionsTab } from './ConnectionsTab.tsx';
import { draftOf } from './dates.ts';
import { useDrafts } from './drafts.ts';
import { extensionOf } from './foresight.ts';
import { GRID_ID } from './grid-id.ts';
import { agreementsCsv, connectionsCsv } from './list-csv.ts';
import { connectionRows, select } from './query.ts';
import type { AgreementsSearch } from './search.ts';
import { useAgreements, useConnections, useFollowing } from './use-agreements.ts';
import { useLoadsAgreement } from './use-loads-agreement.ts';
import { useMinute } from './use-minute.ts';

export interface AgreementsViewProps {
  readonly search: AgreementsSearch;
  /** `replace`: Back does not stop here. */
  readonly onSearch: (change: Partial<AgreementsSearch>, replace?: boolean) => void;
  /** Puts search and buttons into the frame of the page. */
  readonly frame: (parts: { filters: ReactNode; actions: ReactNode; children: ReactNode }) => ReactNode;
}

const PANEL_ID = 'agreements-part';
const KEYS: KeyWords = [
  [['j', 'k'], 'Down and up the list'],
  [['Enter'], 'Open the agreement'],
  [['Esc'], 'Close it'],
];
const NONE: readonly never[] = [];

export function AgreementsView({ search, onSearch, frame }: AgreementsViewProps) {
  const { tab, show, q, sort, agreement: opened } = search;
  const { clock } = useLive();
  useFollowing();
  const list = useAgreements();
  const connections = useConnections(tab === 'connections');
  const now = useMinute();
  const refusal = useRefusal('manage_onboarding');
  const [drafts, putDraft] = useDrafts();
  /** Where the focus goes in the panel; grows, so that the same may be wanted again. */
  const [wanted, setWanted] = useState<{ readonly to: 'title' | 'end'; readonly n: number } | null>(null);

  const items = list.data?.items ?? NONE;
  const selected = useMemo(() => select(items, { show, q, sort }, now), [items, show, q, sort, now]);
  const known = connections.data?.items;
  const rows = useMemo(
    () => connectionRows(known ?? items.flatMap((one) => one.connections), items, q),
    [known, items, q],
  );
  const to_act = useMemo(
    () =>
      connectionRows(
        items.flatMap((one) => one.connections),
        items,
        undefined,
      ).filter(isOurs).length,
    [items],
  );
  const not_found_for = useLoadsAgreement(search.load, list.data?.items, (found) =>
    onSearch(
      found === null ? { show: 'no_location', tab: undefined } : { load: undefined, agreement: found },
      true,
    ),
  );

  const toGrid = () => document.getElementById(GRID_ID)?.focus();
  const want = (to: 'title' | 'end') => setWanted((before) => ({ to, n: (before?.n ?? 0) + 1 }));
  const open = (id: string, by_key: boolean) => {
    if (by_key) want('title');
    onSearch({ agreement: id });
  };
  const close = () => {
    setWanted(null);
    onSearch({ agreement: undefined });
    toGrid();
  };
  const extend = (id: string) => {
    const one = items.find((item) => item.id === id);
    if (!one) return;
    putDraft(id, { ...draftOf(one), no_end: false, expiration_date: extensionOf(one, clock.now()) });
    want('end');
    onSearch({ agreement: id });
  };
  useShortcuts({ j: toGrid, k: toGrid, Escape: () => opened !== undefined && close() }, KEYS);
  const onQuery = useMemo(() => (text: string) => onSearch({ q: text || undefined }, true), [onSearch]);
  const in_connections = tab === 'connections';
  const reading = list.reading || (in_connections && connections.reading);
  const refresh = () => {
    list.refresh();
    if (in_connections) connections.refresh();
  };
  const save = () =>
    in_connections
      ? download(fileName('connections', clock.now()), connectionsCsv(rows))
      : download(fileName('agreements', clock.now()), agreementsCsv(selected.rows, clock.now()));
  // An address from before may name one that was found by its load.
  useEffect(() => {
    if (search.load !== undefined && opened !== undefined) onSearch({ load: undefined }, true);
  }, [search.load, opened, onSearch]);

  return frame({
    filters: (
      <div className={classes.search}>
        <SearchBox
          value={q ?? ''}
          onChange={onQuery}
          label={in_connections ? 'Search connections' : 'Search agreements'}
          placeholder={in_connections ? 'Fleet or provider' : 'Fleet, load, provider'}
          title={
            in_connections
              ? 'Search fleets, providers, statuses and ids'
              : 'Search fleets, ids, what is shared, providers, watched loads and monitors'
          }
          onDone={toGrid}
        />
      </div>
    ),
    actions: (
      <>
        <Tooltip label="Read from the service now">
          <ActionIcon aria-label="Read now" loading={reading && items.length === 0} onClick={refresh}>
            <IconRefresh size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Button
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={in_connections ? rows.length === 0 : selected.rows.length === 0}
          title="The rows that are shown, in this order"
          onClick={save}
        >
          CSV
        </Button>
      </>
    ),
    children: (
      <ListWithPanel
        panel_width={420}
        panel={
          opened !== undefined && (
            <AgreementPanel
              key={opened}
              id={opened}
              items={items}
              unknown={list.data?.loads_of_unknown_fleet ?? 0}
              draft={drafts[opened] ?? null}
              onDraft={(draft) => putDraft(opened, draft)}
              focus={wanted}
              now={now}
              onExtend={() => extend(opened)}
              onClose={close}
            />
          )
        }
      >
        <Tabs
          label="Parts of this page"
          panel_id={PANEL_ID}
          value={tab ?? 'agreements'}
          onChange={(key) => onSearch({ tab: key === 'connections' ? key : undefined })}
          tabs={[
            { key: 'agreements', label: 'Agreements', count: list.data && selected.counts.all },
            {
              key: 'connections',
              label: to_act > 0 ? `Connections (${to_act} to act on)` : 'Connections',
            },
          ]}
        />
        <TabPanel id={PANEL_ID} tab={tab ?? 'agreements'} className={classes.part}>
          {in_connections ? (
            <ConnectionsTab
              rows={rows}
              query={connections}
              filtered={q !== undefined}
              refusal={refusal}
              onClear={() => onSearch({ q: undefined })}
              onAgreement={(id) => open(id, true)}
            />
          ) : (
            <AgreementsTab
              list={list}
              selected={selected}
              search={search}
              not_found_for={not_found_for}
              now={now}
              refusal={refusal}
              unsaved={drafts}
              onSearch={onSearch}
              onOpen={open}
              onExtend={extend}
            />
          )}
        </TabPanel>
      </ListWithPanel>
    ),
  });
}

const isOurs = ({ acts }: { readonly acts: { readonly who: string } }) => acts.who !== 'Nobody';
