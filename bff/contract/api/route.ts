/** A route of our own API as data. Paths are relative to the origin. */
import type { ApiRoute as DescribedRoute } from '../openapi.ts';
import type { Right } from './session.ts';

export interface ApiRoute extends DescribedRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Required right (api/session.ts); null: open to everyone. */
  readonly right: Right | null;
  /** True: the body may have 4 MB, for imports; otherwise 256 kB. */
  readonly large_body?: boolean;
  /** `person` (default): a signed-in user. `machine`: a caller with an API key, below `/machine/`. */
  readonly caller?: 'person' | 'machine';
  /** Errors that it can have beside those of every route of its form. */
  readonly problems?: readonly number[];
  /**
   * Also for keys that are limited to lists or fleets. A load in the path is checked before the handler; whatever else the handler reads
   * or changes, it checks itself.
   */
  readonly for_limited_keys?: boolean;
}

type MethodOf<Address extends string> = Address extends `${infer M extends ApiRoute['method']} ${string}`
  ? M
  : never;
type PathOf<Address extends string> = Address extends `${string} ${infer P}` ? P : never;

/** @param address method and path: `PATCH /api/views/{view_id}` */
export function route<
  const A extends `${ApiRoute['method']} /${string}`,
  const R extends Omit<ApiRoute, 'method' | 'path'>,
>(address: A, descriptor: R) {
  const [method, path] = address.split(' ') as [MethodOf<A>, PathOf<A>];
  return { method, path, ...descriptor };
}

export const LIMITED = { for_limited_keys: true } as const;

/** A route of people, below /api, as one for keys with this right, below /machine/v1: the same requests and responses. */
export function forMachines<const R extends ApiRoute>(
  of: R,
  right: Right,
  { problems = [], for_limited_keys = false }: Pick<ApiRoute, 'problems' | 'for_limited_keys'> = {},
) {
  const path = of.path.replace(/^\/api/, '/machine/v1');
  type Same = Omit<R, 'path' | 'right' | 'caller' | 'problems'>;
  return { ...(of as Same), path, right, problems, for_limited_keys, caller: 'machine' as const };
}
