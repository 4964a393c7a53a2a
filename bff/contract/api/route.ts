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

export const route = <const R extends ApiRoute>(descriptor: R): R => descriptor;
