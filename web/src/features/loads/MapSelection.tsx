/** The load that stays selected on the map of a phone when its panel is closed: its trail and circles there, and the way back. */
import { ActionIcon, Button } from '@mantine/core';
import { withQueries } from '../../api/queries.tsx';
import { useFacts, useLoad } from '../../live/context.ts';
import type { MapCircle, Trail } from '../../map/types.ts';
import { isolated } from '../../ui/bidi.ts';
import { HealthBadge } from '../../ui/HealthBadge.tsx';
import { IconX } from '../../ui/icons.ts';
import shared from '../../ui/shared.module.css';
import { useLoadDetail, useLoadMonitors } from './detail.ts';
import { useCirclesOnMap, useTrailOnMap } from './on-map.ts';

interface MapSelectionProps {
  readonly load_id: string;
  readonly onTrail: (trail: Trail | null) => void;
  readonly onCircles: (circles: readonly MapCircle[]) => void;
  readonly onOpen: () => void;
  readonly onClear: () => void;
}

export default withQueries(MapSelection);

function MapSelection({ load_id, onTrail, onCircles, onOpen, onClear }: MapSelectionProps) {
  const load = useLoad(load_id);
  const facts = useFacts(load_id);
  const { data } = useLoadDetail(load_id);
  useTrailOnMap(data, null, onTrail);
  useCirclesOnMap(useLoadMonitors(load_id).monitors?.linked ?? null, onCircles);
  const name = isolated((load ?? data)?.load_ref ?? load_id);
  return (
    <section
      className={`${shared.row} ${shared.fixed}`}
      style={{
        height: 44,
        padding: '0 4px 0 12px',
        borderTop: '1px solid var(--wp-line)',
        background: 'var(--wp-page)',
      }}
      aria-label={`Selected load ${name}`}
      data-map-selection
    >
      <strong className={shared.ellipsis}>{name}</strong>
      <span className={shared.fill}>
        {load && facts && <HealthBadge health={facts.health} raw={load.tracking_health} />}
      </span>
      <Button aria-label={`Open ${name}`} onClick={onOpen}>
        Open
      </Button>
      <ActionIcon aria-label={`Unselect ${name}`} onClick={onClear}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </section>
  );
}
