/** One monitor: map beside what it has seen, stop by stop. Live: every arrival and departure appears by itself. */
import { MONITOR_ROUTES } from '@waypost/contract/api/monitor-routes';
import type { BoardMonitorDetail } from '@waypost/contract/api/monitors';
import type { DoubtReason } from '@waypost/triage/doubt';
import { type ReactNode, useState } from 'react';
import { behaviorOf, useConfig } from '../../../api/config.ts';
import { useApi } from '../../../api/context.ts';
import { ProblemState } from '../../../api/ProblemState.tsx';
import { asProblem } from '../../../api/problem.ts';
import { showProblem } from '../../../api/show-problem.ts';
import { useLive, useNow } from '../../../live/context.ts';
import type { MapTruck } from '../../../map/types.ts';
import { isolated } from '../../../ui/bidi.ts';
import { download, fileName } from '../../../ui/download.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Scrolled } from '../../../ui/Scrolled.tsx';
import { personZone } from '../../../ui/time.ts';
import { toast } from '../../../ui/toasts.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { EventsSection } from './EventsSection.tsx';
import { EvidenceSheet } from './EvidenceSheet.tsx';
import { evidenceCsv } from './evidence.ts';
import { FlagList } from './FlagList.tsx';
import { type MonitorFacts, monitorFacts } from './facts.ts';
import { LinksSection } from './LinksSection.tsx';
import { MonitorActions } from './MonitorActions.tsx';
import classes from './MonitorDetail.module.css';
import { MonitorMap } from './MonitorMap.tsx';
import { monitorName } from './names.ts';
import { AboutSection, StateHead, TruckSection } from './StateSection.tsx';
import { Timeline } from './Timeline.tsx';
import { useDoubt, useMonitorDetail } from './use-detail.ts';
import { usePrint } from './use-print.ts';

export interface MonitorDetailProps {
  readonly monitor_id: string;
  /** The truck as the map draws it, as far as a watched load has its health. */
  readonly useTruck: (monitor: BoardMonitorDetail | undefined) => MapTruck | null;
  /** Back to the list, where there is none of this id. */
  readonly toList: ReactNode;
  readonly frame: (parts: { title: string; actions: ReactNode; children: ReactNode }) => ReactNode;
}

/** Facts of one monitor, worked out anew when it changes and when time makes them untrue. */
function useFacts(monitor: BoardMonitorDetail | undefined, doubt: DoubtReason | null): MonitorFacts | null {
  const { stale_after_minutes } = behaviorOf(useConfig());
  const json = useNow((now) =>
    monitor ? JSON.stringify(monitorFacts(monitor, { now, doubt, stale_after_minutes })) : null,
  );
  return json === null ? null : (JSON.parse(json, reviveInfinity) as MonitorFacts);
}
/** JSON has no infinity: "never" comes back as null. */
const reviveInfinity = (key: string, value: unknown) =>
  key === 'valid_until' && value === null ? Number.POSITIVE_INFINITY : value;

export function MonitorDetail({ monitor_id, useTruck, toList, frame }: MonitorDetailProps) {
  const { http } = useApi();
  const { clock } = useLive();
  const config = useConfig();
  const { monitor, problem, refetch, put } = useMonitorDetail(monitor_id);
  const facts = useFacts(monitor, useDoubt(monitor));
  const truck = useTruck(monitor);
  const [selected, setSelected] = useState<number | null>(null);
  const [cancelling, setCancelling] = useState(false);
  const [reading, setReading] = useState(false);
  const { printing, print } = usePrint();

  if (!monitor || !facts)
    return frame({
      title: 'Monitor',
      actions: null,
      children:
        problem?.code === 404 ? (
          <EmptyState title="Monitor not found" action={toList}>
            The ID may be mistyped, or the monitor was created elsewhere and has no data yet.
          </EmptyState>
        ) : problem ? (
          <ProblemState problem={problem} onRetry={refetch} />
        ) : (
          <Skeleton />
        ),
    });

  const read = async () => {
    setReading(true);
    try {
      put(await http.call(MONITOR_ROUTES.refreshMonitor, { params: { monitor_id } }));
      toast({ title: `${isolated(monitorName(monitor))} updated` });
    } catch (error) {
      showProblem("Couldn't refresh the monitor", asProblem(error));
    }
    setReading(false);
  };
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
          <MonitorMap
            monitor={monitor}
            truck={truck}
            selected={selected}
            onSelect={setSelected}
            map_style_url={config?.map_style_url ?? null}
          />
        </section>
        <Scrolled label="Details" className={classes.column}>
          {problem && <ProblemState problem={problem} onRetry={refetch} small />}
          <StateHead monitor={monitor} facts={facts} />
          <FlagList monitor={monitor} flags={facts.flags} onRead={() => void read()} />
          <Timeline monitor={monitor} facts={facts} selected={selected} onSelect={setSelected} />
          <LinksSection monitor={monitor} onChanged={put} />
          <TruckSection monitor={monitor} />
          <EventsSection monitor={monitor} history={monitor.history} />
          <AboutSection monitor={monitor} />
        </Scrolled>
        {cancelling && (
          <CancelDialog monitor={monitor} onClose={() => setCancelling(false)} onCancelled={put} />
        )}
        {printing && <EvidenceSheet monitor={monitor} now={clock.now()} zone={personZone()} />}
      </div>
    ),
  });
}

const WIDTHS = [30, 60, 45, 80, 70, 50, 85, 40] as const;

function Skeleton() {
  return (
    <div className={classes.page} role="status" aria-label="Loading monitor">
      <div className={classes.map} />
      <div className={classes.column}>
        <div className={classes.skeleton}>
          {WIDTHS.map((width) => (
            <span key={width} style={{ width: `${width}%` }} />
          ))}
        </div>
      </div>
    </div>
  );
}
