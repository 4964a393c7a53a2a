import { ActionIcon } from '@mantine/core';
import { memo } from 'react';
import { useFleet, useLive } from '../../live/context.ts';
import { healthCount, quietText } from '../../live/fleet-words.ts';
import { fleetName, quietFleetTitle } from '../../live/fleets.ts';
import { isolated } from '../../ui/bidi.ts';
import { HEALTH_ORDER, type HealthKey } from '../../ui/health.ts';
import { IconCopy } from '../../ui/icons.ts';
import { useFormatKey } from '../../ui/prefs.ts';
import { countText, numberText } from '../../ui/units.ts';
import { copyFleetMessage } from './actions.ts';
import { OWNER_WORD } from './cause-words.ts';
import classes from './GroupHeading.module.css';
import {
  type GroupHeadingProps,
  GroupMenuButton,
  type GroupMenuButtonProps,
  HeadingLine,
} from './GroupHeading.tsx';

interface QuietFleetHeadingProps extends GroupHeadingProps, Pick<GroupMenuButtonProps, 'onGroupMenu'> {
  readonly fleet_id: string;
}

/** A fleet whose trucks are mostly quiet: one exception with one message. The tooltip has the owner, to leave room for the name. */
export const QuietFleetHeading = memo(function QuietFleetHeading(props: QuietFleetHeadingProps) {
  useFormatKey();
  const { fleet_id, onGroupMenu, ...heading } = props;
  const { store } = useLive();
  const counts = useFleet(fleet_id);
  if (!counts) return null;
  const name = fleetName(counts.fleet);
  const words = 'Copy message for the carrier';
  const { load_ids, reachable } = heading;
  const loads = countText(load_ids.length, 'load');
  return (
    <HeadingLine
      {...heading}
      as_one
      title={quietFleetTitle(counts)}
      count={quietText(counts)}
      hint={`${name}: ${quietText(counts)} have sent no pings. The cause may be the fleet's connection, not the trucks. ${loads} here. ${OWNER_WORD.carrier}.`}
    >
      <ActionIcon
        size={24}
        tabIndex={reachable ? 0 : -1}
        aria-label={`${words}: Fleet quiet, ${isolated(name)}`}
        data-tip={words}
        onClick={() =>
          copyFleetMessage(
            counts,
            load_ids.flatMap((load_id) => store.get(load_id) ?? []),
          )
        }
      >
        <IconCopy size={16} aria-hidden />
      </ActionIcon>
      <GroupMenuButton title={`Fleet quiet, ${isolated(name)}`} {...heading} onGroupMenu={onGroupMenu} />
    </HeadingLine>
  );
});

interface FleetHeadingProps extends GroupHeadingProps {
  readonly onFleetHealth: (fleet: string, health: HealthKey) => void;
}

const FLEETLESS_TEXT: Readonly<Record<string, readonly [title: string, hint: string]>> = {
  unknown: ['Fleet unknown', "The tracking service has not identified these trucks' fleet yet."],
  none: ['No truck assigned', 'The fleet is unknown until a truck is assigned.'],
};

export const FleetHeading = memo(function FleetHeading({ onFleetHealth, ...heading }: FleetHeadingProps) {
  useFormatKey();
  const { group, load_ids, reachable } = heading;
  const counts = useFleet(group);
  const here = numberText(load_ids.length);
  if (!counts) {
    const [title = group, hint] = FLEETLESS_TEXT[group] ?? [];
    return <HeadingLine {...heading} title={title} count={here} {...(hint ? { hint } : {})} />;
  }
  const name = fleetName(counts.fleet);
  const all = counts.loads === load_ids.length;
  const loads = countText(counts.loads, 'load');
  return (
    <HeadingLine
      {...heading}
      title={name}
      count={all ? loads : `${here} of ${loads}`}
      aside={troubles(counts.by_health).map((health) => (
        <button
          key={health}
          type="button"
          tabIndex={reachable ? 0 : -1}
          className={classes.trouble}
          title={`Show only these loads of ${isolated(name)}`}
          onClick={() => onFleetHealth(group, health)}
        >
          {healthCount(counts.by_health[health], health)}
        </button>
      ))}
    />
  );
});

/** The two most frequent problems of a fleet's loads; a heading has no room for more. */
function troubles(by_health: Readonly<Record<HealthKey, number>>): readonly HealthKey[] {
  return HEALTH_ORDER.filter((health) => health !== 'live' && by_health[health] > 0)
    .toSorted((a, b) => by_health[b] - by_health[a])
    .slice(0, 2);
}
