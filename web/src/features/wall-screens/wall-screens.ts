/** Queries and mutations for wall screens. Secrets are never cached. */
import { useQueryClient } from '@tanstack/react-query';
import { WALL_SCREEN_ROUTES } from '@waypost/contract/api/wall-screen-routes';
import type { WallScreen } from '@waypost/contract/api/wall-screens';
import { queryKeys } from '../../api/query-keys.ts';
import { itemsOf, useRead, useWrite } from '../../api/server-state.ts';
import { useLive } from '../../live/context.ts';
import { agoText } from '../../ui/time.ts';

const STALE_MS = 15_000;
const OPENING_MS = 2_000;
/** A screen that is on is seen at least every minute and a half: the server notes it once a minute, when its stream is checked. */
const ON_MS = 90_000;

/** "On", "Off since 3 h ago", "Link not opened yet", "Revoked 2 h ago" */
export function stateText({ last_seen_at, revoked_at }: WallScreen, now: number): string {
  if (revoked_at !== null) return `Revoked ${agoText(revoked_at, now)}`;
  if (last_seen_at === null) return 'Link not opened yet';
  return isOn(last_seen_at, now) ? 'On' : `Off, last seen ${agoText(last_seen_at, now)}`;
}

export const isOn = (last_seen_at: string, now: number) => now - Date.parse(last_seen_at) < ON_MS;

const mayOpen = ({ last_seen_at, revoked_at }: WallScreen, now: number) =>
  revoked_at === null && (last_seen_at === null || !isOn(last_seen_at, now));

export function useWallScreens() {
  const { clock } = useLive();
  return useRead(WALL_SCREEN_ROUTES.listWallScreens, queryKeys.wallScreens(), {
    select: itemsOf,
    staleTime: STALE_MS,
    // A screen that is being opened turns on while somebody looks at this page.
    refetchInterval: ({ state: { data } }) =>
      data?.items.some((one) => mayOpen(one, clock.now())) ? OPENING_MS : STALE_MS,
    background: 'after_first',
  });
}

/** Mutations that update the cached list at once. They reject with a Problem. */
export function useWallScreenMutations() {
  const client = useQueryClient();
  const put = (screen: WallScreen) =>
    client.setQueryData<{ items: WallScreen[] }>(queryKeys.wallScreens(), (list) => {
      const others = (list?.items ?? []).filter((one) => one.wall_screen_id !== screen.wall_screen_id);
      const items = [...others, screen].toSorted(
        (a, b) => Date.parse(b.created_at) - Date.parse(a.created_at),
      );
      return { items };
    });
  const create = useWrite(WALL_SCREEN_ROUTES.createWallScreen, {
    onSuccess: ({ wall_screen }) => put(wall_screen),
    // The response contains the secret, so it is not cached.
    gcTime: 0,
  });
  const revoke = useWrite(WALL_SCREEN_ROUTES.revokeWallScreen, { onSuccess: put });
  return { create, revoke };
}
