/** A load in two short lines, for lists that open on the map. */
import { Age } from '../../live/Age.tsx';
import { useFacts, useLoad } from '../../live/context.ts';
import { fleetName } from '../../live/fleets.ts';
import { HealthBadge } from '../../ui/HealthBadge.tsx';
import shared from '../../ui/shared.module.css';
import classes from './LoadRow.module.css';
import { vehicleName } from './vehicle-name.ts';

export function LoadLine({ load_id }: { readonly load_id: string }) {
  const load = useLoad(load_id);
  const facts = useFacts(load_id);
  if (!load || !facts) return <span className={classes.loadLineSecond}>No longer on the board</span>;
  return (
    <span className={classes.lines}>
      <span className={classes.loadLineFirst}>
        <strong>{load.load_ref ?? load_id}</strong>
        <HealthBadge health={facts.health} raw={load.tracking_health} />
      </span>
      <span className={classes.loadLineSecond}>
        <span className={shared.ellipsis}>
          {load.vehicle_assignment ? vehicleName(load.vehicle_assignment.vehicle) : 'No truck'}
          {load.fleet && ` · ${fleetName(load.fleet)}`}
        </span>
        {load.last_position && <Age at={load.last_position.occurred_at} ago />}
      </span>
    </span>
  );
}
