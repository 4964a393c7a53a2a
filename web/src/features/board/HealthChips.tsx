/** How many loads are in which health; a click filters list and map. Every health always has its place. */
import { useCounts, useOutage } from '../../live/context.ts';
import { Chips } from '../../ui/Chips.tsx';
import { HealthIcon } from '../../ui/HealthBadge.tsx';
import { HEALTH, HEALTH_ORDER, type HealthKey } from '../../ui/health.ts';
import classes from './LoadList.module.css';

export interface HealthChipsProps {
  /** Pressed ones; none: no filter. */
  readonly selected: readonly HealthKey[];
  readonly onChange: (selected: HealthKey[]) => void;
}

export function HealthChips({ selected, onChange }: HealthChipsProps) {
  const { by_health } = useCounts();
  const outage = useOutage();
  return (
    <div className={classes.bleed} data-outage={outage || undefined}>
      <Chips
        label={outage ? 'Filter by health, as last known' : 'Filter by health'}
        chips={HEALTH_ORDER.map((key) => ({
          key,
          word: HEALTH[key].word,
          icon: <HealthIcon health={key} size={14} />,
          count: by_health[key],
          color: outage ? 'var(--wp-text-secondary)' : `var(--wp-${key.replaceAll('_', '-')}-text)`,
        }))}
        pressed={selected}
        onPress={(key) =>
          onChange(selected.includes(key) ? selected.filter((one) => one !== key) : [...selected, key])
        }
      />
    </div>
  );
}
