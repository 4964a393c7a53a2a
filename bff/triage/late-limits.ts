/** From when lateness counts for a load. The company's own limits come with the load, so that server and page agree. */
import type { BoardLoad, LateLimits } from '@waypost/contract/api/board';
import { DEFAULT_LATE_LIMITS } from '@waypost/contract/api/late-defaults';

const MINUTE_MS = 60_000;

export type Limited = Partial<Pick<BoardLoad, 'late_limits'>>;

export const limitsOf = ({ late_limits }: Limited): LateLimits => late_limits ?? DEFAULT_LATE_LIMITS;

/** Smaller delays of this load are not reported; milliseconds. */
export const graceOf = (load: Limited): number => limitsOf(load).late * MINUTE_MS;
