/** What will be sent, as the people who read it later will see it. */
import { useNow } from '../../live/context.ts';
import { isolated } from '../../ui/bidi.ts';
import { distanceText } from '../../ui/units.ts';
import { minuteText } from '../../ui/zoned.ts';
import { distanceBetween, timeOf } from './check.ts';
import { type LoadDraft, placeOf, roleOf, type StopDraft } from './draft.ts';
import classes from './LoadForm.module.css';

export interface PreviewProps {
  readonly draft: LoadDraft;
  /** A correction that sends nothing about the truck. */
  readonly keeps_truck: boolean;
}

export function Preview({ draft, keeps_truck }: PreviewProps) {
  const { stops } = draft;
  return (
    <section className={classes.preview} aria-labelledby="load-preview">
      <h2 id="load-preview">Preview</h2>
      <p className={classes.previewName}>{isolated(draft.load_ref.trim() || 'No load number')}</p>
      <p>
        {truckWords(draft) ??
          (keeps_truck
            ? 'Truck not changed'
            : 'No truck identified: the tracking service matches one by location')}
      </p>
      <ol className={classes.previewStops}>
        {stops.map((stop, at) => (
          <li key={stop.key}>
            <strong>{isolated(stop.name.trim() || stop.place_name || roleOf(at, stops.length))}</strong>
            <span>{placeOf(stop) || 'No place yet'}</span>
            <StopTimes stop={stop} />
            <Way from={stop} to={stops[at + 1]} />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Null: the draft names no truck. */
export function truckWords(draft: LoadDraft): string | null {
  const plate = [draft.license_plate_number, draft.license_plate_region].map((part) => part.trim());
  const names = [
    draft.vehicle_id && `unit ${isolated(draft.vehicle_name || draft.vehicle_id)}`,
    draft.vin && `VIN ${draft.vin}`,
    plate[0] && `plate ${plate.join(' ').trim()}`,
  ].filter((name) => name);
  return names.length === 0 ? null : `Truck: ${names.join(', ')}`;
}

function StopTimes({ stop }: { readonly stop: StopDraft }) {
  const times = (['arrival', 'departure'] as const).flatMap((which) => {
    const at = timeOf(stop, which);
    return at === null ? [] : [`${which} ${minuteText(at, stop.zone)}`];
  });
  const past = useNow((now) => {
    const at = timeOf(stop, 'departure') ?? timeOf(stop, 'arrival');
    return at !== null && at < now;
  });
  if (times.length === 0) return <span>No planned time, so it can't be late</span>;
  return (
    <span>
      {times.join(', ')}
      {past && ' (in the past)'}
    </span>
  );
}

function Way({ from, to }: { readonly from: StopDraft; readonly to: StopDraft | undefined }) {
  const meters = to ? distanceBetween(from, to) : null;
  return meters === null ? null : <span>{distanceText(meters)} in a straight line to the next stop</span>;
}
