import { Button } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { BoardLoad } from '@waypost/contract/api/board';
import type { TruckEvidence } from '@waypost/contract/api/history';
import { HISTORY_ROUTES } from '@waypost/contract/api/history-routes';
import { boundsOf } from '@waypost/geo/bounds';
import { type LatLon, METERS_PER_MILE } from '@waypost/geo/geodesy';
import { useEffect, useEffectEvent } from 'react';
import { ProblemState } from '../../../api/ProblemState.tsx';
import { asProblem } from '../../../api/problem.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useRead } from '../../../api/server-state.ts';
import { firstToCall, textLink, useLoadContacts } from '../../../live/ContactLine.tsx';
import { useLive, useNow } from '../../../live/context.ts';
import type { Camera, MapCircle } from '../../../map/types.ts';
import { cameraText } from '../../../map/types.ts';
import { isolated } from '../../../ui/bidi.ts';
import { CopyButton } from '../../../ui/buttons.tsx';
import { IconAlertTriangle, IconCheck, IconHelpCircle } from '../../../ui/icons.ts';
import { Section } from '../../../ui/Section.tsx';
import shared from '../../../ui/shared.module.css';
import { shortDateTime } from '../../../ui/time.ts';
import { useLayout } from '../../../ui/use-media.ts';
import { stopsAhead } from '../ahead.ts';
import { wrongTruckMessage } from '../messages.ts';
import { type Evidence, weighEvidence } from './weigh.ts';

const NONE: readonly MapCircle[] = [];
/** Radius around the previous truck's last position, large enough to be found on the map. */
const PREVIOUS_METERS = 2 * METERS_PER_MILE;

const GROUPS = [
  { verdict: 'against', title: 'Against this truck', Icon: IconAlertTriangle },
  { verdict: 'for', title: 'For this truck', Icon: IconCheck },
  { verdict: 'unclear', title: 'Not clear', Icon: IconHelpCircle },
] as const;

interface EvidenceSectionProps {
  readonly load: BoardLoad;
  /** Must keep its identity between renders. */
  readonly onCircles: (circles: readonly MapCircle[]) => void;
}

export default function EvidenceSection({ load, onCircles }: EvidenceSectionProps) {
  const { clock } = useLive();
  // On a phone the panel covers the map.
  const layout = useLayout();
  const { load_id, last_position } = load;
  const vehicle_id = load.vehicle_assignment?.vehicle.id ?? null;
  const { data, error, refetch } = useRead(
    HISTORY_ROUTES.truckEvidence,
    queryKeys.loadEvidence(load_id, vehicle_id, last_position?.occurred_at ?? null),
    {
      params: { load_id },
      background: queryKeys.loadEvidence(load_id),
      placeholderData: keepPreviousData,
      staleTime: 60_000,
      gcTime: 60_000,
    },
  );
  const showCircles = useEffectEvent(() => {
    if (!data) return onCircles(NONE);
    // A stop ahead has its name on the map already.
    const ahead = stopsAhead(load, clock.now()).map(({ label }) => label.split('\n')[0] ?? '');
    const isNamed = ({ label }: MapCircle) =>
      label !== '' && ahead.some((name) => name.startsWith(isolated(label)));
    onCircles(
      circlesOf(data, clock.now()).map((circle) => (isNamed(circle) ? { ...circle, label: '' } : circle)),
    );
  });
  useEffect(() => showCircles(), [data]);
  useEffect(() => () => onCircles(NONE), [onCircles]);
  const now = useNow((at) => Math.floor(at / 60_000) * 60_000);
  const findings = data ? weighEvidence(data, load, now) : [];
  return (
    <Section title="Is it the right truck?">
      {!data && error && <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} small />}
      {!data && !error && <p role="status">Loading evidence</p>}
      {GROUPS.map(({ verdict, title, Icon }) => (
        <Group
          key={verdict}
          title={title}
          Icon={Icon}
          items={findings.filter((finding) => finding.verdict === verdict)}
        />
      ))}
      {data && !data.planned && (
        <p className={shared.note}>Nothing to compare with: no known stop locations, or no position.</p>
      )}
      {data?.planned && layout !== 'phone' && (
        <p className={shared.note}>
          The dashed circle on the map shows where the load should be by now. <ShowOnMap evidence={data} />
        </p>
      )}
      <ContactButtons
        load={load}
        against={findings.filter(({ verdict }) => verdict === 'against').map(({ text }) => text)}
      />
    </Section>
  );
}

function ShowOnMap({ evidence: { planned, position, previous } }: { readonly evidence: TruckEvidence }) {
  const navigate = useNavigate();
  const places = [planned, position, previous?.position ?? null].filter((place) => place !== null);
  const camera = cameraOn(places);
  if (!camera) return null;
  const show = () =>
    void navigate({
      to: '/',
      search: (previous: object) => ({ ...previous, map: cameraText(camera) }),
    });
  return (
    <button type="button" className={shared.linkButton} onClick={show}>
      Show on map
    </button>
  );
}

interface GroupProps {
  readonly title: string;
  readonly Icon: typeof IconCheck;
  readonly items: readonly Evidence[];
}

function Group({ title, Icon, items }: GroupProps) {
  if (items.length === 0) return null;
  return (
    <>
      <h4 className={shared.rowTight} style={{ margin: '4px 0 0' }}>
        <Icon size={16} aria-hidden /> {title}
      </h4>
      <ul className={shared.list} style={{ marginBottom: 4, paddingLeft: 20 }}>
        {items.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </>
  );
}

function ContactButtons({
  load,
  against,
}: {
  readonly load: BoardLoad;
  readonly against: readonly string[];
}) {
  const { data } = useLoadContacts(load);
  const message = wrongTruckMessage(load, against);
  const phone = (data && firstToCall(data.contacts)?.phone) ?? data?.fleet?.phone ?? null;
  const text = phone === null ? null : textLink(phone);
  return (
    <div className={shared.wrappedBelow}>
      {text !== null && (
        <Button component="a" href={`${text}?body=${encodeURIComponent(message)}`}>
          Text carrier
        </Button>
      )}
      <CopyButton variant="filled" text={message}>
        Copy message for the carrier, with evidence
      </CopyButton>
    </div>
  );
}

function circlesOf({ planned, stops, position, previous }: TruckEvidence, now: number): readonly MapCircle[] {
  const circle = { number: null, editable: false, approximate: true, beside_load: true } as const;
  const circles: MapCircle[] = stops.map(({ stop, unsure_meters, ...at }, index) => ({
    ...circle,
    ...at,
    id: `evidence-stop-${index}`,
    number: String(index + 1),
    radius_meters: unsure_meters,
    label: stop ?? '',
    state: 'site',
  }));
  if (planned && position) {
    circles.push({
      ...circle,
      id: 'evidence-planned',
      latitude: planned.latitude,
      longitude: planned.longitude,
      radius_meters: planned.unsure_meters,
      label: `Plan at ${shortDateTime(position.occurred_at, now)}`,
      state: 'planned',
    });
  }
  if (previous?.position) {
    circles.push({
      ...circle,
      id: 'evidence-previous',
      latitude: previous.position.latitude,
      longitude: previous.position.longitude,
      radius_meters: PREVIOUS_METERS,
      label: `Previous truck, ${shortDateTime(previous.position.occurred_at, now)}`,
      state: 'done',
    });
  }
  return circles;
}

/** Pixels of the map at zoom 0, and of the area beside an open panel into which the places must fit. */
const [WORLD_PIXELS, FIT_PIXELS] = [512, 360];
const CLOSEST_ZOOM = 11;

/** Camera that shows all places at once; null without a place. */
function cameraOn(places: readonly LatLon[]): Camera | null {
  const bounds = boundsOf(places);
  if (!bounds) return null;
  const { west, east, south, north } = bounds;
  const latitude = (south + north) / 2;
  // On the map, a degree of latitude is longer than one of longitude by this factor.
  const tall = (north - south) / Math.cos((latitude * Math.PI) / 180);
  const span = Math.max(east - west, tall, 0.01);
  const zoom = Math.min(CLOSEST_ZOOM, Math.log2(((FIT_PIXELS / WORLD_PIXELS) * 360) / span));
  return { latitude, longitude: (west + east) / 2, zoom: Math.max(1, zoom) };
}
