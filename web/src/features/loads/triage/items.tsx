/** What menus of exceptions offer, of one load or of a group. */
import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CLOSE_REASONS } from '@waypost/contract/api/load-triage';
import type { TriageAct } from '@waypost/contract/api/triage';
import { TRIAGE_ROUTES } from '@waypost/contract/api/triage-routes';
import { useApi } from '../../../api/context.ts';
import { asProblem } from '../../../api/problem.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { useLive } from '../../../live/context.ts';
import { isolated } from '../../../ui/bidi.ts';
import { SNOOZE_CHOICES, snoozeAct } from './snooze.ts';
import { CLOSE_WORDS } from './words.ts';

export interface ActItemsProps {
  readonly onAct: (act: TriageAct) => void;
}

export interface SnoozeItemsProps extends ActItemsProps {
  /** A time of one's own is to be typed. */
  readonly onUntil: () => void;
}

export function SnoozeItems({ onAct, onUntil }: SnoozeItemsProps) {
  const { clock } = useLive();
  return (
    <>
      {SNOOZE_CHOICES.map(({ label, ms }) => (
        <Menu.Item key={label} onClick={() => onAct(snoozeAct(ms, clock.now()))}>
          {label}
        </Menu.Item>
      ))}
      <Menu.Item closeMenuOnClick={false} onClick={onUntil}>
        Until a time…
      </Menu.Item>
    </>
  );
}

export function CloseItems({ onAct }: ActItemsProps) {
  return (
    <>
      <Menu.Label>Closed until another problem comes up</Menu.Label>
      {CLOSE_REASONS.map((reason) => (
        <Menu.Item key={reason} onClick={() => onAct({ kind: 'close', reason })}>
          {CLOSE_WORDS[reason]}
        </Menu.Item>
      ))}
    </>
  );
}

/** To whom. */
export function PeopleItems({ onAct }: ActItemsProps) {
  const { http } = useApi();
  const { data, error } = useQuery({
    queryKey: queryKeys.triagePeople(),
    queryFn: ({ signal }) => http.call(TRIAGE_ROUTES.triagePeople, { signal }),
    staleTime: 60_000,
  });
  if (error) return <Menu.Label>{asProblem(error).message}</Menu.Label>;
  if (!data) return <Menu.Label>Loading people…</Menu.Label>;
  if (data.items.length === 0) return <Menu.Label>No one has signed in recently</Menu.Label>;
  return data.items.map(({ sub, name }) => (
    <Menu.Item key={sub} onClick={() => onAct({ kind: 'assign', sub })}>
      {isolated(name)}
    </Menu.Item>
  ));
}
