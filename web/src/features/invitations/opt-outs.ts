/** Who has unsubscribed from emails, asked for the addresses at hand: the list of all may be long. */
import { useQueries } from '@tanstack/react-query';
import { MESSAGE_ROUTES } from '@waypost/contract/api/message-routes';
import { OPT_OUT_CHECK_MAX } from '@waypost/contract/api/messages';
import { useApi, useDisabledReason } from '../../api/context.ts';
import type { Http } from '../../api/http.ts';
import { queryKeys } from '../../api/query-keys.ts';

type Check = (address: string) => Promise<boolean>;

/** One request for all addresses that are asked for together, as by the rows of a list. */
function batched(http: Http): Check {
  let waiting = new Map<string, PromiseWithResolvers<boolean>>();
  const ask = async (batch: ReadonlyMap<string, PromiseWithResolvers<boolean>>) => {
    try {
      const { addresses } = await http.call(MESSAGE_ROUTES.checkEmailOptOuts, {
        body: { addresses: [...batch.keys()] },
        background: true,
      });
      for (const [address, { resolve }] of batch) resolve(addresses.includes(address));
    } catch (error) {
      for (const { reject } of batch.values()) reject(error);
    }
  };
  const flush = () => {
    const all = [...waiting];
    waiting = new Map();
    for (let at = 0; at < all.length; at += OPT_OUT_CHECK_MAX)
      void ask(new Map(all.slice(at, at + OPT_OUT_CHECK_MAX)));
  };
  return (address) => {
    if (waiting.size === 0) queueMicrotask(flush);
    const asked = waiting.get(address) ?? Promise.withResolvers<boolean>();
    waiting.set(address, asked);
    return asked.promise;
  };
}

const checks = new WeakMap<Http, Check>();

function checkOf(http: Http): Check {
  const check = checks.get(http) ?? batched(http);
  checks.set(http, check);
  return check;
}

type Addresses = readonly (string | null | undefined)[];

/** The first of several addresses that has unsubscribed from emails; null: none is known to have. */
export const useUnsubscribed = (addresses: Addresses): string | null => useOptOuts(addresses)[0] ?? null;

/** Which of several addresses have unsubscribed from emails, as far as is known. Text that is no address is not asked for. */
export function useOptOuts(addresses: Addresses): readonly string[] {
  const { http } = useApi();
  const enabled = useDisabledReason('manage_onboarding') === null;
  const asked = [...new Set(addresses.flatMap((one) => (one && /^\S+@\S+\.\S+$/.test(one) ? [one] : [])))];
  return useQueries({
    queries: asked.map((address) => ({
      queryKey: queryKeys.isOptedOut(address.toLowerCase()),
      queryFn: () => checkOf(http)(address.toLowerCase()),
      enabled,
      staleTime: 30_000,
    })),
    combine: (results) => asked.filter((_, at) => results[at]?.data === true),
  });
}
