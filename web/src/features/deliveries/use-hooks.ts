/** Addresses for events as the server has them, and what an administrator does to them. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { HOOK_ROUTES } from '@waypost/contract/api/hook-routes';
import type { Hook, HookPurpose, hookRegistration } from '@waypost/contract/api/hooks';
import { useMemo } from 'react';
import type { z } from 'zod';
import { useApi } from '../../api/context.ts';
import type { Http } from '../../api/http.ts';
import { DELIVERIES_KEY } from './use-deliveries.ts';

const REFRESH_MS = 15_000;
const HOOKS_KEY = ['hooks'] as const;

/** The first request is a person's; those that follow by themselves keep no session alive. */
function hooksQuery(http: Http) {
  let asked = false;
  return queryOptions({
    queryKey: HOOKS_KEY,
    queryFn: async ({ signal }): Promise<readonly Hook[]> => {
      const background = asked;
      asked = true;
      return (await http.call(HOOK_ROUTES.listHooks, { background, signal })).items;
    },
    refetchInterval: REFRESH_MS,
    staleTime: 2_000,
  });
}

export function useHooks() {
  const { http } = useApi();
  return useQuery(useMemo(() => hooksQuery(http), [http]));
}

export type HookRegistration = z.input<typeof hookRegistration>;

/** Each puts its answer into the list at once. Rejects with a Problem. */
export function useHookWriting() {
  const { http } = useApi();
  const client = useQueryClient();
  const onSuccess = (hook: Hook) =>
    client.setQueryData<readonly Hook[]>(
      HOOKS_KEY,
      (hooks) => hooks && [...hooks.filter(({ id }) => id !== hook.id), hook],
    );
  // Also after a failure: the address may have been made before the service refused.
  const onSettled = () => void client.invalidateQueries({ queryKey: HOOKS_KEY });
  const subscribe = useMutation({
    mutationFn: (purpose: HookPurpose) => http.call(HOOK_ROUTES.subscribeHook, { params: { purpose } }),
    onSuccess,
    onSettled,
  });
  const register = useMutation({
    mutationFn: ({ purpose, body }: { purpose: string; body: HookRegistration }) =>
      http.call(HOOK_ROUTES.registerHook, { params: { purpose }, body }),
    onSuccess,
    onSettled,
  });
  const verify = useMutation({
    mutationFn: ({ hook_id, tolerance_seconds }: { hook_id: string; tolerance_seconds?: number }) =>
      http.call(HOOK_ROUTES.verifyDeliveries, {
        params: { hook_id },
        body: tolerance_seconds === undefined ? {} : { tolerance_seconds },
      }),
    onSettled: () => {
      onSettled();
      void client.invalidateQueries({ queryKey: DELIVERIES_KEY });
    },
  });
  const replay = useMutation({
    mutationFn: (hook_id: string) => http.call(HOOK_ROUTES.requestReplay, { params: { hook_id }, body: {} }),
  });
  return { subscribe, register, verify, replay };
}
