/** Says that only one fleet's loads are shown, how they stand, and leads back to all. */
import { CloseButton } from '@mantine/core';
import { useFleet, useLive } from '../../live/context.ts';
import { fleetName, troubleText } from '../../live/fleets.ts';
import { personLocale } from '../../ui/locale.ts';
import classes from './FleetFilter.module.css';

export interface FleetFilterProps {
  /** A fleet's id, or one of `FLEETLESS`. */
  readonly fleet: string;
  readonly onClear: () => void;
}

const FLEETLESS: Readonly<Record<string, string>> = {
  unknown: 'Loads whose fleet is not known',
  none: 'Loads without a truck',
};

export function FleetFilter({ fleet, onClear }: FleetFilterProps) {
  const counts = useFleet(fleet);
  const { store } = useLive();
  const name = counts
    ? fleetName(counts.fleet)
    : (FLEETLESS[fleet] ?? (store.loaded ? 'A fleet without loads here' : ''));
  const trouble = counts ? troubleText(counts) : '';
  return (
    <div className={classes.line}>
      <strong className={classes.name}>{name}</strong>
      {counts && (
        <span className={classes.counts}>
          {counts.loads === 1 ? '1 load' : `${counts.loads.toLocaleString(personLocale())} loads`}
          {trouble && `, ${trouble}`}
        </span>
      )}
      <CloseButton
        size={24}
        iconSize={16}
        aria-label="Show all fleets"
        data-tip="Show all fleets"
        onClick={onClear}
      />
    </div>
  );
}
