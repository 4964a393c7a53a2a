/** A route of our own API as data. Paths are below the origin. */
import type { ApiRoute as DescribedRoute } from '../openapi.ts';
import type { Right } from './session.ts';

export interface ApiRoute extends DescribedRoute {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** What the person needs (api/session.ts); null = no session is needed. */
  readonly right: Right | null;
}

export const route = <const R extends ApiRoute>(descriptor: R): R => descriptor;
