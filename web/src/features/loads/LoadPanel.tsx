/** One load, beside the map: its state, position, truck, stops and actions. Stays open while other loads change. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import type { ArchivedLoadDetail } from '@waypost/contract/api/archive';
import { ARCHIVE_ROUTES } from '@waypost/contract/api/archive-routes';
import type { BoardLoad } from '@waypost/contract/api/board';
import { BOARD_ROUTES } from '@waypost/contract/api/board-routes';
import { truckDoubt } from '@waypost/triage/doubt';
import { useEffect, useRef, useState } from 'react';
import { useApi, useDisabledReason } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { QueryState } from '../../api/QueryState.tsx';
import { withQueries } from '../../api/queries.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { useAttempt } from '../../api/show-problem.ts';
import { WhyNot } from '../../api/WhyNot.tsx';
import { useLive, useLoad, useNow } from '../../live/context.ts';
import { fleetName } from '../../live/fleets.ts';
import { ARCHIVE_WORDS, evidenceText } from '../../live/outcome-words.ts';
import { useCaller, usePresence } from '../../live/presence.ts';
import { useAnnouncePresence } from '../../live/presence-sender.ts';
import type { MapCircle, Trail } from '../../map/types.ts';
import { isolated } from '../../ui/bidi.ts';
import { CopyButton, GuardedButton, LinkButton } from '../../ui/buttons.tsx';
import { ListSkeleton } from '../../ui/EmptyState.tsx';
import { IconChevronDown, IconChevronRight, IconX } from '../../ui/icons.ts';
import { LazyBoundary, lazyWithRetry, showLoadFailure } from '../../ui/lazy-with-retry.tsx';
import { UnreadValues } from '../../ui/lines.tsx';
import { MonoId } from '../../ui/MonoId.tsx';
import { LongText } from '../../ui/page-frame.tsx';
import { Section } from '../../ui/Section.tsx';
import { PanelTitle, SidePanelBody } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import { agoText, durationText, fullDateTime } from '../../ui/time.ts';
import type { Action } from './cause-words.ts';
import { newestVersion, useLoadDetail } from './detail.ts';
import classes from './LoadPanel.module.css';
import { listsDialog } from './lists/load-lists.ts';
import { useTrailOnMap } from './on-map.ts';
import { PanelKeysToCome } from './panel-keys.ts';
import { refreshLoad, unwatchLoad, watchLoads } from './run-actions.ts';
import { StateSection } from './StateSection.tsx';
import { ActualSection, StopsSection } from './StopSections.tsx';
import { AssignmentSection, ContactsSection, PositionSection } from './TruckSections.tsx';
import { useNotes } from './triage/TriageForms.tsx';
import { TriageSection } from './triage/TriageSection.tsx';

const HistorySection = lazyWithRetry(() => import('./history/HistorySection.tsx'));
const EvidenceSection = lazyWithRetry(() => import('./evidence/EvidenceSection.tsx'));

interface LoadPanelProps {
  readonly load_id: string;
  readonly onClose: () => void;
  /** Circles of its monitor for the map; empty without a monitor. Must keep its identity between renders. */
  readonly onCircles?: (circles: readonly MapCircle[]) => void;
  /** The truck's trail for the map; null: none. */
  readonly onTrail: (trail: Trail | null) => void;
  /** When this load is updated next, ISO; null while unknown. */
  readonly onNextRead?: (at: string | null) => void;
  readonly onAction: (load_id: string, action: Action) => void;
  /** Whether the truck history is open. Held by the page, because the panel remounts when the layout changes to a phone's. */
  readonly withHistory: boolean;
  readonly onHistory: (open: boolean) => void;
  readonly onShare?: (load_id: string) => void;
  /** Closes the panel, which covers the map, and shows the load there; undefined: the map is beside it. */
  readonly onMap?: ((load_id: string) => void) | undefined;
  /** Moves the focus into the panel: it was opened by keyboard, or covers the page. */
  readonly takeFocus: boolean;
}

export default withQueries(LoadPanel);

export function LoadPanel(props: LoadPanelProps) {
  const { load_id, onClose, onTrail, onCircles, onNextRead, onAction, onShare, takeFocus } = props;
  const { withHistory, onHistory, onMap } = props;
  const { http } = useApi();
  const { store, clock } = useLive();
  const live = useLoad(load_id);
  const { data: detail, error, refetch } = useLoadDetail(load_id);
  const load = newestVersion(live, detail);
  const problem = error ? asProblem(error) : null;
  // Removed and back again: the answer is from between.
  const is_back = problem?.code === 404 && live !== undefined;
  useEffect(() => {
    if (is_back) void refetch();
  }, [is_back, refetch]);

  const [history, setHistory] = useState<Trail | null>(null);
  useTrailOnMap(detail, history, onTrail);

  const [watched, setWatched] = useState<readonly MapCircle[]>([]);
  const [evidence, setEvidence] = useState<readonly MapCircle[]>([]);
  useEffect(() => onCircles?.([...watched, ...evidence]), [watched, evidence, onCircles]);
  useEffect(() => () => onCircles?.([]), [onCircles]);

  const next_read_at = detail?.next_read_at ?? null;
  useEffect(() => onNextRead?.(next_read_at), [next_read_at, onNextRead]);
  useEffect(() => () => onNextRead?.(null), [onNextRead]);

  useAnnouncePresence(load_id);

  const heading = useRef<HTMLHeadingElement>(null);
  // Also runs when another load is opened.
  useEffect(() => {
    if (takeFocus) heading.current?.focus({ preventScroll: true });
  }, [takeFocus, load_id]);

  const disabledReason = useDisabledReason('manage_loads');
  const remove = () =>
    void unwatchLoad(http, store, load_id, () => {
      // Until it is confirmed, another load may have been opened.
      if (heading.current) onClose();
    });
  const missing = problem?.code === 404 && !live;
  const { data: archived } = useRead(ARCHIVE_ROUTES.readArchived, queryKeys.archivedLoad(load_id), {
    params: { load_id },
    enabled: missing,
  });
  const name = load?.load_ref ?? load_id;
  return (
    <aside
      className={shared.column}
      style={{ height: '100%', background: 'var(--wp-page)' }}
      aria-label={`Load ${isolated(name)}`}
    >
      <header className={`${shared.row} ${classes.head}`}>
        <div className={classes.names}>
          <PanelTitle ref={heading}>
            {(missing ? archived : load)?.load_ref ?? (missing ? 'Not on the board' : 'Load')}
          </PanelTitle>
          <MonoId label="load ID" value={load_id} max={load?.load_ref === null ? load_id.length : 14} />
        </div>
        {onMap && load?.last_position && (
          <Button size="compact-sm" onClick={() => onMap(load_id)}>
            Show on map
          </Button>
        )}
        {load && !missing && (
          <GuardedButton size="compact-sm" disabledReason={disabledReason} onClick={() => onShare?.(load_id)}>
            Share
          </GuardedButton>
        )}
        <Tooltip label="Close (Esc)">
          <ActionIcon aria-label="Close the panel" onClick={onClose}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </header>
      <SidePanelBody>
        {load && !missing ? (
          <>
            <WhyNot right="manage_loads" />
            <OthersLine load={load} />
            <StateSection load={load} onAction={onAction} />
            {problem && !is_back && <ProblemState problem={problem} onRetry={() => void refetch()} small />}
            <TriageSection key={load_id} load={load} />
            <ContactsSection load={load} />
            {truckDoubt(load, clock.now()) && (
              <LazyBoundary>
                <EvidenceSection key={load_id} load={load} onCircles={setEvidence} />
              </LazyBoundary>
            )}
            <PositionSection load={load} onHistory={withHistory ? undefined : () => onHistory(true)} />
            {withHistory && (
              <LazyBoundary onFailure={showLoadFailure}>
                <HistorySection
                  key={load_id}
                  load={load}
                  onTrail={setHistory}
                  onClose={() => onHistory(false)}
                />
              </LazyBoundary>
            )}
            <ActualSection load={load} onCircles={setWatched} />
            <StopsSection load={load} />
            <AssignmentSection load={load} />
            {load.unread && load.unread.length > 0 && (
              <Section title="Couldn't be read">
                <UnreadValues values={load.unread} />
              </Section>
            )}
            <RawSection load={load} />
          </>
        ) : missing ? (
          <NotWatched
            load_id={load_id}
            archived={archived}
            disabledReason={disabledReason}
            onWatched={() => void refetch()}
          />
        ) : problem ? (
          <ProblemState problem={problem} onRetry={() => void refetch()} />
        ) : (
          <>
            <PanelKeysToCome />
            <ListSkeleton label="Loading the load" />
          </>
        )}
      </SidePanelBody>
      {load && !missing && (
        <footer className={shared.footButtons}>
          <UpdateLine load={load} next_read_at={next_read_at} loading={detail === undefined} />
          <Button onClick={() => listsDialog.add([load_id])}>Lists</Button>
          <RefreshButton load_id={load_id} />
          <GuardedButton disabledReason={disabledReason} onClick={remove}>
            Remove
          </GuardedButton>
        </footer>
      )}
    </aside>
  );
}

/** `Ann has this open too`, `Ann is calling Granite Spur Logistics now` */
function OthersLine({ load }: { readonly load: BoardLoad }) {
  const names = usePresence(load.load_id);
  const caller = useCaller(load);
  if (names === '' && !caller) return null;
  const fleet = load.fleet ? isolated(fleetName(load.fleet)) : 'the carrier';
  return (
    <p className={`${shared.small} ${shared.strongText}`} style={{ padding: '8px 16px 0' }} role="status">
      {names !== '' && `${isolated(names)} ${names.includes(', ') ? 'have' : 'has'} this open too. `}
      {caller && `${isolated(caller.name)} is calling ${fleet} now.`}
    </p>
  );
}

function RefreshButton({ load_id }: { readonly load_id: string }) {
  const { http } = useApi();
  const { store } = useLive();
  const queries = useQueryClient();
  const [loading, setLoading] = useState(false);
  const read = async () => {
    setLoading(true);
    const detail = await refreshLoad(http, store, load_id);
    if (detail) queries.setQueryData(queryKeys.load(load_id), detail);
    setLoading(false);
  };
  return (
    <Button loading={loading} onClick={() => void read()}>
      Refresh
    </Button>
  );
}

interface NotWatchedProps {
  readonly load_id: string;
  /** Undefined: not known, or never archived. */
  readonly archived: ArchivedLoadDetail | undefined;
  readonly disabledReason: string | null;
  readonly onWatched: () => void;
}

function NotWatched({ load_id, archived, disabledReason, onWatched }: NotWatchedProps) {
  const { http } = useApi();
  const { busy, attempt } = useAttempt();
  const why = useNow((now) =>
    archived ? evidenceText(archived.load.leaving ?? archived, archived.load, now) : null,
  );
  const note = useNotes().read(load_id)?.values.text.trim() ?? '';
  // It takes the place of what had the focus, such as the form of a note.
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) place.current?.focus();
  }, []);
  const watch = () => attempt("Couldn't add the load", () => watchLoads(http, [load_id]).then(onWatched));
  return (
    <div ref={place} tabIndex={-1} className={shared.stack} style={{ padding: '8px 16px' }}>
      {archived ? (
        <p className={shared.plain}>
          <strong>Not on the board. {ARCHIVE_WORDS[archived.reason]}.</strong> {why} Archived{' '}
          {fullDateTime(archived.archived_at)}
          {archived.archived_by_name !== null && ` by ${isolated(archived.archived_by_name)}`}, so it gets no
          updates.
        </p>
      ) : (
        <p className={shared.plain}>
          This load is not on the board, so it gets no updates. It may have been delivered and archived,
          someone may have removed it, or the link is from another Waypost server.
        </p>
      )}
      {note !== '' && (
        <p className={shared.plain}>
          Your unsent note is kept for when the load is back on the board: “{isolated(note)}”
        </p>
      )}
      {disabledReason && <p className={shared.note}>{disabledReason}</p>}
      <div className={shared.wrapped}>
        {note !== '' && <CopyButton text={note}>Copy note</CopyButton>}
        <LinkButton to="/archive" search={{ load: load_id }}>
          {archived ? 'Open its archive entry' : 'Search the archive'}
        </LinkButton>
        <GuardedButton
          variant="filled"
          disabledReason={disabledReason}
          loading={busy !== false}
          onClick={() => void watch()}
        >
          Add to board
        </GuardedButton>
      </div>
    </div>
  );
}

function RawSection({ load: { load_id, read_at } }: { readonly load: BoardLoad }) {
  const [open, setOpen] = useState(false);
  const query = useRead(BOARD_ROUTES.readRawLoad, queryKeys.loadRaw(load_id, read_at), {
    params: { load_id },
    enabled: open,
    // The key changes with each update of the load, which is no action of the person.
    background: 'always',
    placeholderData: keepPreviousData,
  });
  const raw = query.data?.raw ?? null;
  const text = JSON.stringify(raw, null, 2);
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <section style={{ padding: '8px 16px 12px', borderTop: '1px solid var(--wp-line)' }}>
      <div className={shared.row}>
        <button
          type="button"
          className={`${shared.rowTight} ${shared.small} ${shared.strong}`}
          style={{ minHeight: 32 }}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Chevron size={14} aria-hidden /> Raw data from the tracking service
        </button>
        {open && raw !== null && <CopyButton ml="auto" text={text} />}
      </div>
      {open && <QueryState query={query} label="Loading raw data" small />}
      {open && query.data && raw === null && <p className={shared.plain}>No response yet.</p>}
      {open && raw !== null && <LongText boxed>{text}</LongText>}
    </section>
  );
}

interface UpdateLineProps {
  readonly load: BoardLoad;
  readonly next_read_at: string | null;
  /** Without the panel's own answer: the stream reports no update that changed nothing, so neither time is known. */
  readonly loading: boolean;
}

/** "Updated 12 s ago, next update in 3 s" */
function UpdateLine({ load, next_read_at, loading }: UpdateLineProps) {
  const text = useNow((now) => updateText(load.read_at, next_read_at, loading, now));
  return (
    <span
      className={shared.note}
      style={{ flex: 1, alignSelf: 'center' }}
      title={load.read_at && !loading ? `Updated ${fullDateTime(load.read_at)}` : undefined}
    >
      {text}
    </span>
  );
}

export function updateText(
  read_at: string | null,
  next_read_at: string | null,
  loading: boolean,
  now: number,
): string {
  const last = read_at === null ? 'No data yet' : `Updated ${agoText(read_at, now)}`;
  if (loading) return read_at === null ? last : '';
  if (next_read_at === null) return `${last}, updating now`;
  const ms = Date.parse(next_read_at) - now;
  return ms <= 0 ? `${last}, next update is due` : `${last}, next update in ${durationText(ms + 999)}`;
}
