/** Which truck, how it was found, and whether its way agrees. Null agreement is "not yet confirmed", never "agrees". */
import type { BoardLoad } from '@waypost/contract/api/board';
import type { VehicleAssignment } from '@waypost/contract/loads';
import { MonoId } from '../../ui/MonoId.tsx';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import { FleetFact } from './FleetFact.tsx';

/** Source in words; a value that nobody knows is shown as it came. */
export function sourceWords(source: string): string {
  if (source === 'declared') return 'Declared: matched by the identifiers sent with the load';
  if (source === 'inferred') return 'Inferred: matched from location, no identifiers were sent';
  return `“${source}”, a value Waypost does not know`;
}

export function agreementWords({
  source,
  agreement,
}: Pick<VehicleAssignment, 'source' | 'agreement'>): string {
  if (agreement === 'agree') return 'Confirmed: the declared truck is among the strong matches by location';
  if (agreement === 'disagree') return 'Possible wrong truck: another truck matches this route better';
  if (agreement !== null) return `“${agreement}”, a value Waypost does not know`;
  return source === 'inferred'
    ? 'Does not apply to a truck matched by location'
    : 'Not confirmed by location yet';
}

export function AssignmentSection({ load }: { readonly load: BoardLoad }) {
  const assignment = load.vehicle_assignment;
  if (!assignment)
    return (
      <Section title="Truck">{load.tracking_health === null ? 'No data yet.' : 'No truck assigned.'}</Section>
    );
  const { vehicle } = assignment;
  const model = [vehicle.model_year, vehicle.oem, vehicle.model_type].filter((part) => part).join(' ');
  return (
    <Section title="Truck">
      <Facts>
        <Fact name="Unit">{vehicle.vehicle_name && <strong>{vehicle.vehicle_name}</strong>}</Fact>
        <Fact name="Fleet">
          <FleetFact fleet={load.fleet} />
        </Fact>
        <Fact name="Source">{sourceWords(assignment.source)}</Fact>
        <Fact name="Agreement">{agreementWords(assignment)}</Fact>
        <Fact name="Plate">
          {vehicle.license_plate_number ? (
            <MonoId label="plate" value={vehicle.license_plate_number} />
          ) : null}
        </Fact>
        <Fact name="Plate region">
          {[vehicle.license_plate_region, vehicle.license_plate_country].filter((part) => part).join(', ')}
        </Fact>
        <Fact name="VIN">{vehicle.vin && <MonoId label="VIN" value={vehicle.vin} />}</Fact>
        <Fact name="Model">{model}</Fact>
        <Fact name="In service">
          {typeof vehicle.is_active === 'boolean' ? (vehicle.is_active ? 'Yes' : 'No') : null}
        </Fact>
        <Fact name="Status">{vehicle.status}</Fact>
        <Fact name="Device">{vehicle.eld_id && <MonoId label="device ID" value={vehicle.eld_id} />}</Fact>
        <Fact name="Device serial">
          {vehicle.eld_serial_number && (
            <MonoId label="device serial number" value={vehicle.eld_serial_number} />
          )}
        </Fact>
        <Fact name="Provider's ID">
          {vehicle.source_id && <MonoId label="id at the provider" value={vehicle.source_id} />}
        </Fact>
        <Fact name="External ID">
          {vehicle.external_id && <MonoId label="external ID" value={vehicle.external_id} />}
        </Fact>
        <Fact name="Vehicle ID">
          <MonoId label="vehicle ID" value={vehicle.id} />
        </Fact>
        <Fact name="Previous truck">
          {load.previous_vehicle_id && (
            <MonoId label="previous vehicle ID" value={load.previous_vehicle_id} />
          )}
        </Fact>
      </Facts>
    </Section>
  );
}
