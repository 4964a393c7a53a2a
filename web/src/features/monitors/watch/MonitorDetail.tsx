import { Box, Button } from '@mantine/core';
import { MONITOR_ROUTES } from '@waypost/contract/api/monitor-routes';
import type { BoardMonitor, BoardMonitorDetail } from '@waypost/contract/api/monitors';
import { type ReactNode, useMemo, useState } from 'react';
import { behaviorOf, useApi, useConfig } from '../../../api/context.ts';
import { ProblemState } from '../../../api/ProblemState.tsx';
import { isNotFound } from '../../../api/QueryState.tsx';
import { useAttempt } from '../../../api/show-problem.ts';
import { WhyNot } from '../../../api/WhyNot.tsx';
import { useLive, useNow } from '../../../live/context.ts';
import { circleId, circlesOf, sequenceOf } from '../../../live/monitor-stops.ts';
import { usePrint } from '../../../live/PrintArea.tsx';
import { CircleMap } from '../../../map/CircleMap.tsx';
import type { MapTruck, Trail } from '../../../map/types.ts';
import { isolated } from '../../../ui/bidi.ts';
import { LinkButton } from '../../../ui/buttons.tsx';
import { EmptyState, ListSkeleton } from '../../../ui/EmptyState.tsx';
import { download, fileName } from '../../../ui/files.ts';
import { ScrollRegion } from '../../../ui/page-frame.tsx';
import { usePrefs } from '../../../ui/prefs.ts';
import shared from '../../../ui/shared.module.css';
import { personZone } from '../../../ui/time.ts';
import { toast } from '../../../ui/toasts.ts';
import { FlagIcon } from './columns.tsx';
import { EvidenceSheet, evidenceCsv } from './EvidenceSheet.tsx';
import { type Flag, monitorFacts } from './facts.ts';
import { CancelDialog, MonitorActions } from './MonitorActions.tsx';
import classes from './MonitorDetail.module.css';
import { useDoubt, useMonitorDetail } from './queries.ts';
import { AboutSection, EventsSection, LinksSection, StateHead, TruckSection } from './Sections.tsx';
import { Timeline } from './Timeline.tsx';
import { monitorName, useFlagWords } from './words.ts';

interface MonitorDetailProps {
  readonly monitor_id: string;
  /** The truck for the map, with its health if a watched load has it. */
  readonly useTruck: (monitor: BoardMonitorDetail | undefined) => MapTruck | null;
  readonly backLink: ReactNode;
  readonly frame: (parts: { title: string; actions: ReactNode; children: ReactNode }) => ReactNode;
}

export function MonitorDetail({ monitor_id, useTruck, backLink, frame }: MonitorDetailProps) {
  const { http } = useApi();
  const { clock } = useLive();
  const config = useConfig();
  const { monitor, problem, refetch, put } = useMonitorDetail(monitor_id);
  const doubt = useDoubt(monitor);
  const facts = useNow((now) =>
    monitor ? monitorFacts(monitor, { now, doubt, ...behaviorOf(config) }) : null,
  );
  const truck = useTruck(monitor);
  const [selected, setSelected] = useState<number | null>(null);
  const [cancelling, setCancelling] = useState(false);
  const { busy: reading, attempt } = useAttempt();
  const { printing, print } = usePrint();

  if (!monitor || !facts)
    return frame({
      title: 'Monitor',
      actions: null,
      children:
        problem && isNotFound(problem) ? (
          <EmptyState title="Monitor not found" action={backLink}>
            The ID may be mistyped, or the monitor was created elsewhere and has no data yet.
          </EmptyState>
        ) : problem ? (
          <ProblemState problem={problem} onRetry={refetch} />
        ) : (
          <Skeleton />
        ),
    });

  const read = () =>
    attempt("Couldn't refresh the monitor", async () => {
      put(await http.call(MONITOR_ROUTES.refreshMonitor, { params: { monitor_id } }));
      toast({ title: `${isolated(monitorName(monitor))} updated` });
    });
  const csv = () => {
    const now = clock.now();
    download(fileName(`evidence-${monitorName(monitor)}`, now), evidenceCsv(monitor, now, personZone()));
  };
  return frame({
    title: monitorName(monitor),
    actions: (
      <MonitorActions
        monitor={monitor}
        facts={facts}
        reading={reading}
        onRead={() => void read()}
        onCsv={csv}
        onPrint={print}
        onCancel={() => setCancelling(true)}
      />
    ),
    children: (
      <div className={classes.page}>
        <section className={classes.map} aria-label="Map">
          <MonitorMap monitor={monitor} truck={truck} selected={selected} onSelect={setSelected} />
        </section>
        <ScrollRegion label="Details" className={classes.column}>
          {problem && <ProblemState problem={problem} onRetry={refetch} small />}
          <WhyNot right="manage_monitors" />
          <StateHead monitor={monitor} facts={facts} />
          <FlagList monitor={monitor} flags={facts.flags} onRead={() => void read()} />
          <Timeline monitor={monitor} facts={facts} selected={selected} onSelect={setSelected} />
          <LinksSection monitor={monitor} onChanged={put} />
          <TruckSection monitor={monitor} />
          <EventsSection monitor={monitor} history={monitor.history} />
          <AboutSection monitor={monitor} />
        </ScrollRegion>
        {cancelling && (
          <CancelDialog monitor={monitor} onClose={() => setCancelling(false)} onCancelled={put} />
        )}
        {printing && <EvidenceSheet monitor={monitor} now={clock.now()} zone={personZone()} />}
      </div>
    ),
  });
}

function Skeleton() {
  return (
    <div className={classes.page}>
      <div className={classes.map} />
      <div className={classes.column}>
        <ListSkeleton label="Loading monitor" />
      </div>
    </div>
  );
}

/** Gaps without pings longer than this are dashed: the route in between is unknown. */
const GAP_SECONDS = 20 * 60;

interface MonitorMapProps {
  readonly monitor: BoardMonitorDetail;
  readonly truck: MapTruck | null;
  readonly selected: number | null;
  readonly onSelect: (sequence: number | null) => void;
}

function MonitorMap({ monitor, truck, selected, onSelect }: MonitorMapProps) {
  const { radius_unit } = usePrefs();
  const circles = useMemo(() => circlesOf(monitor), [monitor]);
  const { trail: points } = monitor;
  const trail = useMemo<Trail | null>(
    () => (points.length === 0 ? null : { points, gap_seconds: GAP_SECONDS }),
    [points],
  );
  return (
    <CircleMap
      circles={circles}
      selected={selected === null ? null : circleId(selected)}
      onSelect={(id) => onSelect(sequenceOf(id))}
      unit={radius_unit}
      trail={trail}
      truck={truck}
      fit_key={monitor.id}
      label={`Map of monitor ${isolated(monitorName(monitor))}`}
    />
  );
}

interface FlagProps {
  readonly monitor: BoardMonitor;
  readonly onRead: () => void;
}

function FlagList({ monitor, flags, onRead }: FlagProps & { readonly flags: readonly Flag[] }) {
  if (flags.length === 0) return null;
  return (
    <Box component="ul" className={shared.columnTight} px={16} pb={12} aria-label="What needs attention">
      {flags.map((flag) => (
        <FlagItem key={`${flag.kind}-${flag.stop_sequence}`} flag={flag} monitor={monitor} onRead={onRead} />
      ))}
    </Box>
  );
}

function FlagItem({ flag, monitor, onRead }: FlagProps & { readonly flag: Flag }) {
  const { what, why, action } = useFlagWords(flag, monitor);
  return (
    <Box component="li" className={shared.wrapped} px={12} py={8} bg="var(--wp-raised)" bdrs={6}>
      <FlagIcon flag={flag} size={18} />
      <div className={shared.fill} style={{ flexBasis: 220 }}>
        <p className={shared.strongText}>{what}</p>
        <p className={shared.small}>{why}</p>
      </div>
      {action?.kind === 'read' && <Button onClick={onRead}>{action.label}</Button>}
      {action?.kind === 'follow' && (
        <LinkButton to="/monitors/new" search={{ follow: monitor.id }}>
          {action.label}
        </LinkButton>
      )}
      {action?.kind === 'load' && (
        <LinkButton to="/" search={{ load: action.load_id }}>
          {action.label}
        </LinkButton>
      )}
    </Box>
  );
}
