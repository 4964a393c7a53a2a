/** How many loads are in which health; a click filters list and map. Every health always has its place. */
import { useCounts } from '../../live/context.ts';
import { HealthIcon } from '../../ui/HealthBadge.tsx';
import { HEALTH, HEALTH_ORDER, type HealthKey } from '../../ui/health.ts';
import classes from './HealthChips.module.css';

export interface HealthChipsProps {
  /** Pressed ones; none: no filter. */
  readonly selected: readonly HealthKey[];
  readonly onChange: (selected: HealthKey[]) => void;
}

export function HealthChips({ selected, onChange }: HealthChipsProps) {
  const { by_health } = useCounts();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a border and a legend of its own.
    <div className={classes.chips} role="group" aria-label="Filter by health">
      {HEALTH_ORDER.map((key) => {
        const pressed = selected.includes(key);
        return (
          <button
            key={key}
            type="button"
            className={classes.chip}
            aria-pressed={pressed}
            data-none={by_health[key] === 0 || undefined}
            style={{ color: `var(--wp-${key.replaceAll('_', '-')}-text)` }}
            onClick={() => onChange(pressed ? selected.filter((one) => one !== key) : [...selected, key])}
          >
            <HealthIcon health={key} size={14} />
            {HEALTH[key].word}
            <span className={classes.count}>{by_health[key].toLocaleString('en-US')}</span>
          </button>
        );
      })}
    </div>
  );
}
