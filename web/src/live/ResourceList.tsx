/** A page with a searchable list, filter chips and a panel. Rows do not move while the pointer is over them. */
import '@mantine/core/styles/Group.css';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Right } from '@waypost/contract/api/session';
import type { UnreadRows } from '@waypost/contract/unread';
import { type ReactNode, use, useMemo, useState } from 'react';
import { ProblemState } from '../api/ProblemState.tsx';
import { asProblem } from '../api/problem.ts';
import { WhyNot } from '../api/WhyNot.tsx';
import { Chips, type ChipsProps } from '../ui/Chips.tsx';
import { EmptyState, ListSkeleton } from '../ui/EmptyState.tsx';
import { download, fileName } from '../ui/files.ts';
import { IconDownload, IconRefresh } from '../ui/icons.ts';
import { type ShortcutHelp, type Shortcuts, useShortcuts } from '../ui/keys.ts';
import { UnreadLine } from '../ui/lines.tsx';
import { PageFrameContext, type PageParts } from '../ui/page-frame.tsx';
import { capital } from '../ui/readable-name.ts';
import { cardsOf } from '../ui/resource-list/cards.tsx';
import { Secondary } from '../ui/resource-list/cells.tsx';
import { type Column, type CsvColumn, tableCsv } from '../ui/resource-list/columns.ts';
import {
  FilterRow,
  FootEnd,
  FootSource,
  HiddenOnPhone,
  ListFoot,
  ListWithPanel,
  NoMatch,
  StableListArea,
  shownText,
  useStableRows,
} from '../ui/resource-list/ListLayout.tsx';
import type { SortOrder } from '../ui/resource-list/query.ts';
import { arrayRows, type Cards, VirtualGrid } from '../ui/resource-list/VirtualGrid.tsx';
import { SearchBox } from '../ui/SearchBox.tsx';
import { SidePanel, SidePanelBody } from '../ui/SidePanel.tsx';
import { agoText, fullDateTime, personZone, shortDateTime, zonesOfYear } from '../ui/time.ts';
import { countText, plural } from '../ui/units.ts';
import { useLayout } from '../ui/use-media.ts';
import { Age } from './Age.tsx';
import { useConnection, useLive, useNow, useOutage, useServiceStatus } from './context.ts';
import { ActBar } from './pick-acts/ActBar.tsx';
import type { PickActs } from './pick-acts/pick-acts.ts';
import { Picks, usePickedOf } from './picks.ts';

interface PanelControls {
  /** True when it was opened by keyboard, so that it takes the focus. */
  readonly takesFocus: boolean;
  readonly open: (key: string) => void;
  readonly close: () => void;
}

/** The panel of a row that the list has complete. */
interface RecordPanel<T> {
  readonly nameOf: (row: T) => string;
  /** A sentence: why there may be no such row. */
  readonly missing: string;
  /** A change focuses the title, if the panel was opened by keyboard; left out: only opening it does. */
  readonly focus_key?: string | undefined;
  /** Above the record, also while it loads. */
  readonly above?: (key: string) => ReactNode;
  readonly body: (row: T, controls: PanelControls) => ReactNode;
}

export type Address = Readonly<Record<string, string | undefined>>;

interface ReadParts extends Pick<ResourceFootProps, 'readAt' | 'more'> {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly refresh?: { readonly busy: boolean; readonly run: () => void };
  readonly hasMore?: boolean;
}

/** How the rows were read: a query, `usePages`, or parts of them. */
type Read =
  | Pick<UseQueryResult, 'error' | 'refetch' | 'dataUpdatedAt'>
  | (Omit<ReadParts, 'onRetry'> & Required<Pick<ReadParts, 'refresh'>>)
  | Omit<ReadParts, 'refresh'>;

function partsOf(read: Read): ReadParts {
  if ('refresh' in read) return { ...read, onRetry: read.refresh.run };
  if (!('refetch' in read)) return read;
  return { error: read.error, onRetry: () => void read.refetch(), readAt: read.dataUpdatedAt };
}

interface ResourceListProps<T, S extends string> extends Pick<PageParts, 'title' | 'tab'> {
  /** Link to the parent page. */
  readonly parent?: ReactNode;
  readonly id: string;
  /** Singular and plural, lower case: `['operation', 'operations']`. */
  readonly words: readonly [one: string, many: string];
  /** The grid's accessible label; default: the plural of `words`. */
  readonly label?: string;

  /** `q` is the search text, `sort` the order. */
  readonly search: Address;
  /** `replace`: without a new entry in the browser history. */
  onSearch(change: Address, replace?: boolean): void;
  /** Parameters that hide rows; default: `show` and `q`. */
  readonly filters?: readonly string[];
  /** Parameters of the open panel: first its key, then those to clear when another row is opened. */
  readonly opens?: readonly string[];

  /** Filtered and sorted; undefined while loading. */
  readonly rows: readonly T[] | undefined;
  /** Rows before filtering; default: `rows`. */
  readonly all?: readonly T[] | undefined;
  /** Total number of rows, when `all` does not contain every row. */
  readonly total?: number;
  /** Must be the same function on every render. */
  readonly keyOf: (row: T) => string;
  readonly read: Read;
  readonly unread?: UnreadRows | undefined;

  readonly columns: readonly Column<T, S>[];
  readonly rowHeight?: number;
  /** Rows grow with their texts. */
  readonly grows?: boolean;
  /** Cards of a phone; default: made of the columns that have a place in one. */
  readonly cards?: Cards<T>;
  readonly order?: SortOrder<S> & { readonly default: string };

  readonly searchBox?: { readonly label: string; readonly placeholder: string; readonly title: string };
  readonly besideSearch?: ReactNode;
  readonly chips?: Pick<ChipsProps<string>, 'label' | 'chips'> & {
    /** Search parameter; default: `show`. */
    readonly name?: string;
  };
  readonly moreFilters?: ReactNode;

  readonly empty: ReactNode;
  /** Shown when no row matches: a text that names the searched fields, or a node that replaces the default message. */
  readonly noMatch?: string | { readonly node: ReactNode };

  /** Key of the open row, when it is not the first of `opens`; null: none is open. */
  readonly selected?: string | null;
  /** Called instead of changing the search parameters. Undefined key: close. */
  readonly onSelect?: (key: string | undefined, by_key: boolean) => void;
  readonly panel?: (key: string, controls: PanelControls) => ReactNode;
  /** The panel of a row; if `panel` is passed too, of those for which it returns undefined. */
  readonly record?: RecordPanel<T>;
  readonly panelWidth?: number;

  /** What can be done with several rows at once; left out: rows cannot be picked. */
  readonly acts?: PickActs<T> | undefined;
  readonly shortcuts?: { readonly run: Shortcuts; readonly words: ShortcutHelp };
  readonly refresh?: ReadParts['refresh'];
  readonly csv?: {
    readonly columns: readonly CsvColumn<T>[];
    readonly title?: string;
    /** The records of a row that stands for several. */
    readonly linesOf?: (row: T) => readonly T[];
  };
  readonly actions?: ReactNode;
  readonly above?: ReactNode;
  /** What the buttons of the page need: whoever has not got it reads why they are off, without a pointer too. */
  readonly right?: Right;
  readonly notes?: ReactNode;
  readonly foot?: Pick<ResourceFootProps, 'source' | 'problem' | 'again' | 'follows_service' | 'children'>;
  /** A custom layout of the list and of what is above it, which then also has to render the panel. */
  readonly layout?: (list: ReactNode, above: ReactNode) => ReactNode;
}

const KEYS: ShortcutHelp = [
  [['j', '↓'], 'Next row'],
  [['k', '↑'], 'Previous row'],
];
const OPEN_KEYS: ShortcutHelp = [...KEYS, [['Enter'], 'Open the row'], [['Esc'], 'Close panel']];
const PICK_KEYS: ShortcutHelp = [
  [['x'], 'Pick the row'],
  [['Shift ↓', 'Shift ↑'], 'Pick the rows passed'],
  [['Shift click'], 'Pick all rows up to this one'],
  [['Ctrl A'], 'Pick all rows shown'],
];
const NO_SHORTCUTS = { run: {}, words: [] } as const;
const NONE: readonly never[] = [];
const FILTERS = ['show', 'q'] as const;

export function ResourceList<T, S extends string = string>(props: ResourceListProps<T, S>) {
  const { title, id, words, rows, all = rows, keyOf, columns, order, panel } = props;
  const { search, onSearch, filters = FILTERS, opens = NONE, searchBox, chips, csv } = props;
  const { error, onRetry, readAt, more, hasMore, refresh = props.refresh } = partsOf(props.read);
  const { shortcuts = NO_SHORTCUTS, total = all?.length ?? 0 } = props;
  const { clock } = useLive();
  const without = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, undefined]));
  const filtered = filters.some((name) => search[name] !== undefined);
  const onClear = () => onSearch(without(filters));
  const [key_name] = opens;
  const opened_key = key_name === undefined ? undefined : (search[key_name] ?? null);
  const selected = props.selected === undefined ? opened_key : props.selected;
  const opens_rows = key_name !== undefined || props.onSelect !== undefined;
  const onSelect = (key: string | undefined, by_key: boolean) => {
    if (props.onSelect) props.onSelect(key, by_key);
    else if (key_name !== undefined) onSearch({ ...without(opens), [key_name]: key });
  };
  const Frame = use(PageFrameContext);
  const phone = useLayout() === 'phone';
  const [takesFocus, setTakesFocus] = useState(false);
  const stable = useStableRows({
    rows: rows ?? NONE,
    all,
    keyOf,
    query: JSON.stringify({ ...search, ...without(opens) }),
  });
  const source = useMemo(() => arrayRows(stable.shown, keyOf), [stable.shown, keyOf]);
  const own_cards = useMemo(() => (phone ? cardsOf(columns) : null), [phone, columns]);
  const cards = phone ? (props.cards ?? own_cards) : null;
  const problem = error ? asProblem(error) : null;

  // Who may not act has nothing to pick.
  const acts = props.acts?.disabledReason === null ? props.acts : undefined;
  const [picks] = useState(() => new Picks());
  const picked_keys = usePickedOf(picks);
  // Rows that have left the list are no longer picked.
  const picked = acts ? stable.shown.filter((row) => picked_keys.has(keyOf(row))) : NONE;
  const pickAll = () => picks.add(stable.shown.map(keyOf));
  const gridPicks = acts && {
    picked: picked_keys,
    nameOf: acts.nameOf,
    onPick: (key: string, range: boolean) =>
      range ? picks.addTo(key, stable.shown.map(keyOf)) : picks.toggle(key),
    onAdd: (keys: readonly string[]) => picks.add(keys),
    onAll: () => (picked.length === stable.shown.length ? picks.clear() : pickAll()),
  };

  const focusGrid = () => document.getElementById(id)?.focus();
  const open = (key: string, by_key: boolean) => {
    setTakesFocus(by_key);
    onSelect(key, by_key);
  };
  const close = () => {
    onSelect(undefined, false);
    focusGrid();
  };
  const is_open = selected !== null && selected !== undefined;
  const onEscape = () => {
    if (picked.length > 0) picks.clear();
    else if (is_open) close();
  };
  useShortcuts(
    { j: focusGrid, k: focusGrid, Escape: onEscape, ...shortcuts.run },
    opens_rows ? OPEN_KEYS : KEYS,
  );
  useShortcuts({}, acts ? PICK_KEYS : NONE);
  useShortcuts({}, shortcuts.words);

  const body = () => {
    if (rows === undefined || all === undefined)
      return problem ? (
        <ProblemState problem={problem} onRetry={onRetry} />
      ) : (
        <ListSkeleton label={`Loading the ${words[1]}`} />
      );
    if (total === 0 && (props.all !== undefined || !filtered)) return props.empty;
    if (stable.shown.length === 0) {
      const { noMatch = '' } = props;
      if (typeof noMatch === 'object') return noMatch.node;
      return (
        <NoMatch title={`No ${words[0]} matches`} clear={`Show all ${words[1]}`} onClear={onClear}>
          {noMatch}
        </NoMatch>
      );
    }
    return (
      <VirtualGrid<T, S>
        key={words[1]}
        id={id}
        label={props.label ?? capital(words[1])}
        rows={source}
        columns={columns}
        rowHeight={props.rowHeight ?? 56}
        grows={cards !== null || (props.grows ?? false)}
        cards={cards}
        sort={
          order && {
            ...order,
            onSort: (next) => onSearch({ sort: next === order.default ? undefined : next }),
          }
        }
        isSelected={selected === undefined ? undefined : (row) => keyOf(row) === selected}
        selected={selected}
        onOpen={opens_rows ? (row, by_key) => open(keyOf(row), by_key) : undefined}
        picks={gridPicks}
        hasMore={hasMore}
      />
    );
  };
  const chip_name = chips?.name ?? 'show';
  const chip = search[chip_name];
  const above = (
    <>
      {props.above}
      {(chips || props.moreFilters) && (
        <FilterRow>
          {chips && (
            <Chips
              label={chips.label}
              chips={chips.chips}
              pressed={chips.chips.flatMap(({ key }) => (key === chip ? [key] : []))}
              onPress={(key) => onSearch({ [chip_name]: key === chip ? undefined : key })}
            />
          )}
          {props.moreFilters}
        </FilterRow>
      )}
      {props.right && <WhyNot right={props.right} />}
      {props.notes}
    </>
  );
  const list = (
    <>
      {rows && problem && <ProblemState problem={problem} onRetry={onRetry} small />}
      {props.unread && <UnreadLine unread={props.unread} words={words} />}
      <StableListArea rows={stable}>{body()}</StableListArea>
      {acts && picked.length > 0 && (
        <ActBar
          acts={acts}
          rows={picked}
          keyOf={keyOf}
          words={words}
          picks={picks}
          // The head has a box for it, which a phone's cards have not.
          onAll={phone && picked.length < stable.shown.length ? pickAll : null}
        />
      )}
      {rows && total > 0 && (
        <ResourceFoot
          {...props.foot}
          words={words}
          shown={rows.length}
          total={hasMore === undefined ? total : null}
          readAt={readAt}
          more={more}
          filtered={filtered}
          onClear={onClear}
        />
      )}
    </>
  );
  const openPanel = (key: string) => {
    const controls = { takesFocus, open: (to: string) => open(to, true), close };
    const other = panel?.(key, controls);
    const { record } = props;
    if (other !== undefined || !record) return other;
    const row = all?.find((one) => keyOf(one) === key);
    const noun = capital(words[0]);
    return (
      <SidePanel
        key={key}
        label={row ? `${noun} ${record.nameOf(row)}` : noun}
        title={row ? record.nameOf(row) : noun}
        focus_key={takesFocus ? (record.focus_key ?? key) : null}
        onClose={close}
      >
        <SidePanelBody>
          {record.above?.(key)}
          {row ? (
            record.body(row, controls)
          ) : all === undefined && !problem ? (
            <ListSkeleton label={`Loading the ${words[0]}`} />
          ) : (
            <EmptyState title={`${noun} not found`}>{record.missing}</EmptyState>
          )}
        </SidePanelBody>
      </SidePanel>
    );
  };
  const opened = is_open && openPanel(selected);
  return (
    <Frame
      title={title}
      {...(props.tab !== undefined && { tab: props.tab })}
      above={props.parent}
      filters={
        <>
          {props.besideSearch}
          {searchBox && (
            <div style={{ flex: '1 1 0', minWidth: 0, maxWidth: 320 }}>
              <SearchBox
                {...searchBox}
                value={search.q ?? ''}
                onChange={(text) => onSearch({ q: text || undefined }, true)}
                onDone={focusGrid}
              />
            </div>
          )}
        </>
      }
      actions={
        <>
          {refresh && (
            <ListButton
              label="Refresh"
              icon={<IconRefresh size={16} aria-hidden />}
              busy={refresh.busy}
              onClick={refresh.run}
            />
          )}
          {csv && (
            <ListButton
              label="CSV"
              icon={<IconDownload size={16} aria-hidden />}
              disabled={stable.shown.length === 0}
              title={csv.title ?? 'Rows as shown'}
              onClick={() =>
                download(
                  fileName(words[1], clock.now()),
                  tableCsv(
                    csv.columns,
                    csv.linesOf ? stable.shown.flatMap(csv.linesOf) : stable.shown,
                    clock.now(),
                  ),
                )
              }
            />
          )}
          {props.actions}
        </>
      }
    >
      {props.layout ? (
        props.layout(list, above)
      ) : (
        <ListWithPanel panel={opened} panelWidth={props.panelWidth} above={above}>
          {list}
        </ListWithPanel>
      )}
    </Frame>
  );
}

interface ListButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly title?: string;
  readonly busy?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}

export function ListButton({ label, icon, title, busy, disabled, onClick }: ListButtonProps) {
  const phone = useLayout() === 'phone';
  return (
    <Button
      leftSection={phone ? null : icon}
      aria-label={label}
      aria-busy={busy}
      disabled={disabled ?? false}
      title={title}
      onClick={onClick}
    >
      {phone ? icon : label}
    </Button>
  );
}

export interface ResourceFootProps {
  readonly words: readonly [one: string, many: string];
  readonly shown: number;
  /** Null when unknown; the rows shown are then the newest. */
  readonly total: number | null;
  readonly filtered: boolean;
  readonly onClear: () => void;
  /** Loads more rows; null when there are none. */
  readonly more?: { readonly label: string; readonly loading: boolean; readonly run: () => void } | null;
  /** One line about the source of the data; truncated first when space is short. */
  readonly source?: string | undefined;
  readonly problem?: string | null;
  /** Milliseconds since 1970 by this computer's clock; null: never. */
  readonly readAt: number | null;
  readonly again?: string;
  /**
   * True when the list is our server's copy of the tracking service's list, which cannot be newer than the start of an outage.
   */
  readonly follows_service?: boolean;
  readonly children?: ReactNode;
}

export function ResourceFoot(props: ResourceFootProps) {
  const { words, shown, total, filtered, more = null, problem, follows_service = false } = props;
  const zone = useNow(zonesOfYear);
  const ago = useReadAgo(props.readAt);
  const outage = useOutageText();
  const outdated = follows_service ? outage : null;
  const is_cut_off = useConnection().phase !== 'live' && follows_service;
  const source = is_cut_off ? undefined : props.source;
  const again = outdated === null && !is_cut_off ? props.again : undefined;
  const read = outdated ?? (ago === null ? 'Never updated' : `Updated ${ago}`);
  return (
    <ListFoot>
      <span>
        {total === null
          ? newestText(shown, more !== null, filtered, words)
          : shownText(shown, total, filtered, words)}
      </span>
      {more && (
        <Button size="compact-xs" loading={more.loading} onClick={more.run}>
          {more.label}
        </Button>
      )}
      {filtered && (
        <Button size="compact-xs" onClick={props.onClear}>
          Clear filters
        </Button>
      )}
      {problem && (
        <span role="status">
          <FootSource text={`Not up to date: ${problem}`} />
        </span>
      )}
      {source && <FootSource text={source} />}
      {props.children}
      <FootEnd title={[read, again, personZone()].filter(Boolean).join(' · ')}>
        {read}
        <HiddenOnPhone>
          {again && `, ${again}`} · Times {zone}
        </HiddenOnPhone>
      </FootEnd>
    </ListFoot>
  );
}

function newestText(
  shown: number,
  more: boolean,
  filtered: boolean,
  [one, many]: ResourceFootProps['words'],
): string {
  const count = countText(shown, one, many);
  const match = plural(shown, ' that matches', ' that match');
  return `${more ? 'The newest ' : ''}${count}${filtered ? match : ''}`;
}

/** @param read_at milliseconds since 1970 by this computer's clock, which may be ahead of the server's; null: never */
function useReadAgo(read_at: number | null): string | null {
  return useNow((now) =>
    read_at === null ? null : agoText(new Date(Math.min(read_at, now)).toISOString(), now),
  );
}

/** `May be out of date since 09:55, 12 min ago`, counted from the tracking service's last response; null without an outage. */
function useOutageText(): string | null {
  const outage = useOutage();
  const status = useServiceStatus();
  const since = status?.last_success_at ?? status?.since;
  return useNow((now) =>
    outage && since ? `May be out of date since ${shortDateTime(since, now)}, ${agoText(since, now)}` : null,
  );
}

// Under a day old, both age and time are shown; an age beyond a day is already a date.
const DAY_MS = 86_400_000;

/** For rows, on two lines. @param at ISO 8601 */
export function AgeAndTime({ at }: { readonly at: string }) {
  const time = useNow((now) => (now - Date.parse(at) < DAY_MS ? shortDateTime(at, now) : null));
  return (
    <>
      <Age at={at} ago />
      {time !== null && <Secondary>{time}</Secondary>}
    </>
  );
}

/** For panels: `2 min ago, Nov 23, 2026, 01:09:07 CST`. @param at ISO 8601 */
export function AgeAndFullTime({ at }: { readonly at: string }) {
  const recent = useNow((now) => now - Date.parse(at) < DAY_MS);
  return (
    <>
      {recent && (
        <>
          <Age at={at} ago />,{' '}
        </>
      )}
      {fullDateTime(at)}
    </>
  );
}
