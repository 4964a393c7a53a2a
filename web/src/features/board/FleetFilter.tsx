/** Says that only one fleet's loads are shown, how they stand, and leads back to all. */
import { useFleet, useLive } from '../../live/context.ts';
import { fleetName, troubleText } from '../../live/fleets.ts';
import { FilterLine } from '../../ui/lines.tsx';
import { personLocale } from '../../ui/units.ts';

export interface FleetFilterProps {
  /** A fleet's id, or one of `FLEETLESS`. */
  readonly fleet: string;
  readonly onClear: () => void;
}

const FLEETLESS: Readonly<Record<string, string>> = {
  unknown: 'Loads with an unknown fleet',
  none: 'Loads without a truck',
};

export function FleetFilter({ fleet, onClear }: FleetFilterProps) {
  const counts = useFleet(fleet);
  const { store } = useLive();
  const name = counts
    ? fleetName(counts.fleet)
    : (FLEETLESS[fleet] ?? (store.loaded ? 'A fleet with no loads here' : ''));
  const trouble = counts ? troubleText(counts) : '';
  const loads = counts && (counts.loads === 1 ? '1 load' : `${numberText(counts.loads)} loads`);
  return (
    <FilterLine
      name={name}
      note={loads ? `${loads}${trouble && `, ${trouble}`}` : ''}
      leave="Show all fleets"
      onLeave={onClear}
    />
  );
}

const numberText = (count: number) => count.toLocaleString(personLocale());
