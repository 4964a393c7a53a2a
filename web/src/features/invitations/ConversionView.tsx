/** Invited, opened, accepted: by week or month, by person, and why fleets decline. */
import { Box } from '@mantine/core';
import { type ReactNode, use, useMemo } from 'react';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { useLive, useNow } from '../../live/context.ts';
import { Chips } from '../../ui/Chips.tsx';
import { TableSection } from '../../ui/chart/TableSection.tsx';
import { EmptyState, ListSkeleton } from '../../ui/EmptyState.tsx';
import { IconMail } from '../../ui/icons.ts';
import { UnreadLine } from '../../ui/lines.tsx';
import { PageFrameContext } from '../../ui/page-frame.tsx';
import shared from '../../ui/shared.module.css';
import { personZone, zoneName } from '../../ui/time.ts';
import { byMonth, byPerson, byWeek, conversionTable, reasonsTable } from './conversion.ts';
import { useInvitations } from './use-invitations.ts';

interface ConversionViewProps {
  /** Undefined: by week. */
  readonly by: 'month' | undefined;
  readonly onBy: (by: 'month' | undefined) => void;
  readonly besideSearch: ReactNode;
  readonly above: ReactNode;
  readonly actions: ReactNode;
}

const SWEEP_MS = 15_000;
const PERIODS = [
  { key: 'week', word: 'By week' },
  { key: 'month', word: 'By month' },
] as const;

export function ConversionView({ by, onBy, besideSearch, above, actions }: ConversionViewProps) {
  const Frame = use(PageFrameContext);
  const { clock } = useLive();
  const { data: known, error, refetch } = useInvitations();
  const slot = useNow((now) => Math.floor(now / SWEEP_MS));
  const zone = personZone();
  const zone_name = useNow((now) => zoneName(now));
  const items = known?.items;
  const tables = useMemo(() => {
    if (!items) return null;
    const now = (slot + 1) * SWEEP_MS;
    return {
      periods:
        by === 'month'
          ? conversionTable('Month', byMonth(items, zone, now), now, ['month', 'months'])
          : conversionTable('Week from', byWeek(items, zone, now), now, ['week', 'weeks']),
      people: conversionTable('Invited by', byPerson(items), now),
      reasons: reasonsTable(items),
    };
  }, [items, zone, slot, by]);
  const now = () => clock.now();
  const body = () => {
    if (!tables)
      return error ? (
        <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton label="Loading the invitations" />
      );
    if (items?.length === 0)
      return (
        <EmptyState icon={IconMail} title="No invitations yet" action={actions}>
          Once fleets are invited, this shows how many open and accept, and how long they take.
        </EmptyState>
      );
    return (
      <Box flex={1} pb={16} className={shared.scrolled}>
        {error !== null && <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} small />}
        {known && <UnreadLine unread={known.sources.unread} words={['invitation', 'invitations']} totals />}
        <Box px={12} pt={8}>
          <Chips
            label="Period"
            chips={PERIODS}
            pressed={[by ?? 'week']}
            onPress={(key) => onBy(key === 'month' ? key : undefined)}
          />
        </Box>
        <TableSection
          title={by === 'month' ? 'By month' : 'By week'}
          name={`invitations-by-${by ?? 'week'}`}
          table={tables.periods}
          now={now}
        />
        <TableSection title="By person" name="invitations-by-person" table={tables.people} now={now} />
        {tables.reasons.rows.length > 0 && (
          <TableSection
            title="Reasons for declining"
            name="invitation-decline-reasons"
            table={tables.reasons}
            now={now}
          />
        )}
        <Box component="p" maw="88ch" px={16} py={8} m={0} className={shared.note}>
          An invitation counts in the week or month in which it was created, shared or not, {zone_name}; weeks
          begin on Monday. A person counts for what they created or last renewed. The share accepted leaves
          out what was withdrawn. An open is known only if the tracking service reported it, or the fleet
          answered; a renewal starts it anew. Declined stays counted after a renewal, beside what became of it
          then. Expired is not a refusal: the fleet gave no answer.
        </Box>
      </Box>
    );
  };
  return (
    <Frame title="Invitations" filters={besideSearch} actions={actions}>
      <div className={shared.fillColumn}>
        {above}
        {body()}
      </div>
    </Frame>
  );
}
