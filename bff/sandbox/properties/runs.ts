/** Calls for each endpoint; more for a night: `PROPERTY_RUNS=20000`. */
export const RUNS = Number(process.env.PROPERTY_RUNS ?? 2000);
