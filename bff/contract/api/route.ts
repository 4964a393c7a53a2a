/** A route of our own API as data. Paths are below the origin. */
import type { ApiRoute as DescribedRoute } from '../openapi.ts';
import type { Right } from './session.ts';

export interface ApiRoute extends DescribedRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** What the caller needs (api/session.ts); null = anybody may call it. */
  readonly right: Right | null;
  /** `person` (unless said): somebody with a session. `machine`: whoever sends an API key, below `/machine/`. */
  readonly caller?: 'person' | 'machine';
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
