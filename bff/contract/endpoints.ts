/** Every endpoint of the service in one table, built for one set of assumptions. */
import { ASSUMPTIONS, type Assumptions } from './assumptions.ts';
import { loadEndpoints } from './loads.ts';

export function serviceEndpoints(a: Assumptions = ASSUMPTIONS) {
  return {
    ...loadEndpoints(a),
  } as const;
}

export type ServiceEndpoints = ReturnType<typeof serviceEndpoints>;
