/** Loads: tracking, and the assumed endpoints that post and update them. */
import type { Handlers } from '../http/api.ts';
import { ServiceError } from '../http/problem.ts';
import type { World } from '../world/world.ts';

export function loadHandlers(world: World): Pick<Handlers, 'getLoadTracking' | 'createLoad' | 'updateLoad'> {
  const unknown = (load_id: string) => new ServiceError(404, `load ${load_id} not found`);
  return {
    getLoadTracking({ params }) {
      const refused = world.loads.find(params.load_id)?.refused;
      if (refused) throw new ServiceError(refused, `load ${params.load_id} cannot be read`);
      const body = world.tracking(params.load_id);
      if (!body) throw unknown(params.load_id);
      return { status: 200, body };
    },
    createLoad({ body }) {
      const { load_id, load_ref } = world.createLoad(body);
      return { status: 201, body: { load_id, load_ref } };
    },
    updateLoad({ params, body }) {
      const load = world.updateLoad(params.load_id, body);
      if (!load) throw unknown(params.load_id);
      return { status: 200, body: { load_id: load.load_id, load_ref: load.load_ref } };
    },
  };
}
