/** One load, beside the map: what is known of it, how well, how old, and what to do. Stays open while others change. */
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { truckDoubt } from '@waypost/triage/doubt';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useApi, useDisabledReason } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem, type Problem } from '../../api/problem.ts';
import { WithQueries } from '../../api/queries.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { showProblem } from '../../api/show-problem.ts';
import { useLive, useLoad } from '../../live/context.ts';
import type { MapCircle, Trail } from '../../map/types.ts';
import { isolated } from '../../ui/bidi.ts';
import { GuardedButton, LinkButton } from '../../ui/buttons.tsx';
import { IconX } from '../../ui/icons.ts';
import { lazyWithRetry, PartBoundary, showLoadFailure } from '../../ui/later.tsx';
import { UnreadValues } from '../../ui/lines.tsx';
import { MonoId } from '../../ui/MonoId.tsx';
import { Section } from '../../ui/Section.tsx';
import { PanelTitle } from '../../ui/SidePanel.tsx';
import shared from '../../ui/shared.module.css';
import { ActualSection } from './ActualSection.tsx';
import { AssignmentSection } from './AssignmentSection.tsx';
import { ContactsSection } from './ContactsSection.tsx';
import { causeText } from './cause-words.ts';
import { loadDetail, newest } from './detail.ts';
import type { Action } from './explain.ts';
import classes from './LoadPanel.module.css';
import { listsDoor } from './lists/lists-door.ts';
import { PanelSkeleton } from './PanelSkeleton.tsx';
import { PositionSection } from './PositionSection.tsx';
import { RawSection } from './RawSection.tsx';
import { ReadLine } from './ReadLine.tsx';
import { StateSection } from './StateSection.tsx';
import { StopsSection } from './StopsSection.tsx';
import { TriageSection } from './triage/TriageSection.tsx';
import { readNow, unwatchLoad, watchLoads } from './watch.ts';

const HistorySection = lazyWithRetry(() => import('./history/HistorySection.tsx'));
const EvidenceSection = lazyWithRetry(() => import('./evidence/EvidenceSection.tsx'));

/** A silence longer than this is drawn dashed: nobody knows the way in between. Pings come every few minutes at most. */
const GAP_SECONDS = 20 * 60;

export interface LoadPanelProps {
  readonly load_id: string;
  readonly onClose: () => void;
  /** Circles of its monitor for the map; none when there is no monitor (any more). Keeps its identity from draw to draw. */
  readonly onCircles?: (circles: readonly MapCircle[]) => void;
  /** The truck's own record for the map; null when there is none (any more). */
  readonly onTrail: (trail: Trail | null) => void;
  /** When this load is read next, ISO; null while it is not known. */
  readonly onNextRead?: (at: string | null) => void;
  readonly onAction: (load_id: string, action: Action) => void;
  /** Whether the truck's recorded way is open: kept outside, since the panel is drawn anew when the window becomes a phone's. */
  readonly withHistory: boolean;
  readonly onHistory: (open: boolean) => void;
  /** Opens its share links. */
  readonly onShare?: (load_id: string) => void;
  /** True when it was opened by the keyboard or covers the page: the focus goes to it. */
  readonly takeFocus: boolean;
}

/** Loaded with the first load that is opened, and the cache of server facts with it. */
export default function LoadPanelWithQueries(props: LoadPanelProps) {
  return (
    <WithQueries>
      <LoadPanel {...props} />
    </WithQueries>
  );
}

export function LoadPanel(props: LoadPanelProps) {
  const { load_id, onClose, onTrail, onCircles, onNextRead, onAction, onShare, takeFocus } = props;
  const { withHistory, onHistory } = props;
  const { http } = useApi();
  const { store, clock } = useLive();
  const live = useLoad(load_id);
  const options = useMemo(() => loadDetail(http, load_id, clock.now), [http, load_id, clock]);
  const { data: detail, error, refetch } = useQuery(options);
  const load = newest(live, detail);
  const problem = error ? asProblem(error) : null;

  /** The trail of the history while that is open. */
  const [history, setHistory] = useState<Trail | null>(null);
  useEffect(() => {
    const recent =
      detail && detail.trail.length > 0 ? { points: detail.trail, gap_seconds: GAP_SECONDS } : null;
    onTrail(history ?? recent);
  }, [detail, history, onTrail]);
  useEffect(() => () => onTrail(null), [onTrail]);

  const [watched, setWatched] = useState<readonly MapCircle[]>([]);
  const [evidence, setEvidence] = useState<readonly MapCircle[]>([]);
  useEffect(() => onCircles?.([...watched, ...evidence]), [watched, evidence, onCircles]);
  useEffect(() => () => onCircles?.([]), [onCircles]);

  const next_read_at = detail?.next_read_at ?? null;
  useEffect(() => onNextRead?.(next_read_at), [next_read_at, onNextRead]);
  useEffect(() => () => onNextRead?.(null), [onNextRead]);

  const heading = useRef<HTMLHeadingElement>(null);
  // Another load is another opening.
  useEffect(() => {
    if (takeFocus) heading.current?.focus({ preventScroll: true });
  }, [takeFocus, load_id]);

  const disabledReason = useDisabledReason('manage_loads');
  const remove = () =>
    void unwatchLoad(http, store, load_id).then((done) => {
      if (done) onClose();
    });
  const missing = problem?.code === 404 && !live;
  const name = load?.load_ref ?? load_id;
  return (
    <aside className={classes.panel} aria-label={`Load ${isolated(name)}`}>
      <header className={classes.head}>
        <div className={classes.names}>
          <PanelTitle ref={heading}>{load?.load_ref ?? (missing ? 'Not on the board' : 'Load')}</PanelTitle>
          <MonoId label="load ID" value={load_id} max={14} />
        </div>
        {load && !missing && (
          <GuardedButton
            size="compact-sm"
            className={classes.share}
            disabledReason={disabledReason}
            onClick={() => onShare?.(load_id)}
          >
            Share
          </GuardedButton>
        )}
        <Tooltip label="Close (Esc)">
          <ActionIcon aria-label="Close the panel" onClick={onClose} className={classes.close}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </header>
      <div className={classes.body}>
        {load && !missing ? (
          <>
            <StateSection load={load} onAction={onAction} />
            {problem && <ProblemState problem={problem} onRetry={() => void refetch()} small />}
            <ContactsSection load={load} />
            {truckDoubt(load, clock.now()) && (
              <PartBoundary>
                <EvidenceSection key={load_id} load={load} onCircles={setEvidence} />
              </PartBoundary>
            )}
            <TriageSection key={load_id} load={load} causeText={causeText} />
            <PositionSection load={load} onHistory={withHistory ? undefined : () => onHistory(true)} />
            {withHistory && (
              <PartBoundary onFailure={showLoadFailure}>
                <HistorySection
                  key={load_id}
                  load={load}
                  onTrail={setHistory}
                  onClose={() => onHistory(false)}
                />
              </PartBoundary>
            )}
            <ActualSection load={load} onCircles={setWatched} />
            <StopsSection load={load} />
            <AssignmentSection load={load} />
            {load.unread && load.unread.length > 0 && (
              <Section title="Couldn't be read">
                <UnreadValues values={load.unread} />
              </Section>
            )}
            <RawSection raw={detail?.raw ?? null} />
          </>
        ) : missing ? (
          <NotWatched load_id={load_id} disabledReason={disabledReason} onWatched={() => void refetch()} />
        ) : problem ? (
          <ProblemState problem={problem} onRetry={() => void refetch()} />
        ) : (
          <PanelSkeleton />
        )}
      </div>
      {load && !missing && (
        <footer className={classes.foot}>
          <ReadLine load={load} next_read_at={next_read_at} reading={detail === undefined} />
          <Button onClick={() => listsDoor.put([load_id])}>Lists</Button>
          <ReadNow load_id={load_id} />
          <GuardedButton disabledReason={disabledReason} onClick={remove}>
            Remove
          </GuardedButton>
        </footer>
      )}
    </aside>
  );
}

function ReadNow({ load_id }: { readonly load_id: string }) {
  const { http } = useApi();
  const { store } = useLive();
  const queries = useQueryClient();
  const [reading, setReading] = useState(false);
  const read = async () => {
    setReading(true);
    const detail = await readNow(http, store, load_id);
    if (detail) queries.setQueryData(queryKeys.load(load_id), detail);
    setReading(false);
  };
  return (
    <Button loading={reading} onClick={() => void read()}>
      Refresh
    </Button>
  );
}

interface NotWatchedProps {
  readonly load_id: string;
  readonly disabledReason: string | null;
  readonly onWatched: () => void;
}

function NotWatched({ load_id, disabledReason, onWatched }: NotWatchedProps) {
  const { http } = useApi();
  const [adding, setAdding] = useState(false);
  const watch = async () => {
    setAdding(true);
    try {
      await watchLoads(http, [load_id]);
      onWatched();
    } catch (error) {
      showProblem("Couldn't add the load", asProblem(error) satisfies Problem);
    }
    setAdding(false);
  };
  return (
    <div className={classes.missing}>
      <p>
        This load is not on the board, so it gets no updates. It may have been delivered and archived, someone
        may have removed it, or the link is from another Waypost server.
      </p>
      <div className={shared.wrapped}>
        <LinkButton to="/archive" search={{ load: load_id }}>
          Search the archive
        </LinkButton>
        <GuardedButton
          variant="filled"
          disabledReason={disabledReason}
          loading={adding}
          onClick={() => void watch()}
        >
          Add to board
        </GuardedButton>
      </div>
    </div>
  );
}
