/** From when lateness counts unless the company decides otherwise: minutes after the appointment. Apart from schemas, for the board. */
export const DEFAULT_LATE_LIMITS = { late: 15, high: 60, critical: 180 } as const;
