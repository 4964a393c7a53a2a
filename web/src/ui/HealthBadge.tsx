/** Health as icon, word and color, never as color alone. Unknown values are shown with the raw value. */
import type { Icon } from '@tabler/icons-react';
import type { TrackingHealth } from '@waypost/contract/loads';
import type { ReactNode } from 'react';
import { HEALTH, type HealthKey, healthKey } from './health.ts';
import {
  IconAccessPointOff,
  IconAlertTriangleFilled,
  IconClock,
  IconHelpCircle,
  IconLock,
  IconNavigationFilled,
  IconTruckOff,
} from './icons.ts';
import classes from './MonoId.module.css';
import shared from './shared.module.css';

export const HEALTH_ICONS: Readonly<Record<HealthKey, Icon>> = {
  live: IconNavigationFilled,
  stale: IconClock,
  no_signal: IconAccessPointOff,
  not_shared: IconLock,
  unassigned: IconTruckOff,
  unknown: IconHelpCircle,
  check: IconAlertTriangleFilled,
};

/** The word for a health, with the raw value when the service sends one that we do not know. */
export function healthWord(health: HealthKey, raw: TrackingHealth | null | undefined): string {
  if (raw === null) return 'Not updated yet';
  return health === 'unknown' && raw !== undefined && healthKey(raw) === 'unknown' && raw !== 'unknown'
    ? `Unknown: ${raw}`
    : HEALTH[health].word;
}

export function HealthIcon({ health, size = 16 }: { readonly health: HealthKey; readonly size?: number }) {
  const Icon = HEALTH_ICONS[health];
  return (
    <Icon
      size={size}
      stroke={2}
      aria-hidden
      className={shared.fixed}
      style={{ color: `var(--wp-${health.replaceAll('_', '-')}-shape)` }}
    />
  );
}

const ICON_SIZE = { sm: 14, md: 18, lg: 24 } as const;

interface HealthBadgeProps {
  readonly health: HealthKey;
  /** `tracking_health` as the service sent it; null before the first update. */
  readonly raw?: TrackingHealth | null;
  readonly size?: keyof typeof ICON_SIZE;
  /** Draws something around or in place of the icon. */
  readonly icon?: (icon: ReactNode) => ReactNode;
  /** In place of the word for the health. */
  readonly word?: ReactNode;
}

export function HealthBadge({ health, raw, size = 'sm', icon = (drawn) => drawn, word }: HealthBadgeProps) {
  return (
    <span
      className={classes.badge}
      data-size={size}
      style={{ color: `var(--wp-${health.replaceAll('_', '-')}-text)` }}
    >
      {icon(<HealthIcon health={health} size={ICON_SIZE[size]} />)}
      <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{word || healthWord(health, raw)}</span>
    </span>
  );
}
