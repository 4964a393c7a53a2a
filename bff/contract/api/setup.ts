/** What a new company sets up, derived from what exists. Our own API. */
import { z } from 'zod';
import type { Right } from './session.ts';

/** In the order in which they are shown, each with the right to do it. Required ones count until they are done. */
export const SETUP_ITEMS = {
  /** Company name and time zone. */
  company: { right: 'administer', required: true },
  loads: { right: 'manage_loads', required: true },
  invitation: { right: 'manage_onboarding', required: true },
  /** A fleet was given its link. */
  fleet_message: { right: 'manage_onboarding', required: false },
  /** A site, or a monitor. */
  site: { right: 'manage_monitors', required: false },
  /** A time zone, chosen by the person or the company. */
  time_zone: { right: 'manage_loads', required: false },
  /** Another person has signed in. */
  people: { right: 'administer', required: false },
  api_key: { right: 'administer', required: false },
  mail_server: { right: 'administer', required: false },
  street_map: { right: 'administer', required: false },
} as const satisfies Record<string, { readonly right: Right; readonly required: boolean }>;
export type SetupKey = keyof typeof SETUP_ITEMS;
export const SETUP_KEYS = Object.keys(SETUP_ITEMS) as SetupKey[];

/** `configured`: set by the operator, but nothing shows yet that it works. */
const SETUP_STATES = ['open', 'configured', 'done'] as const;
export type SetupState = (typeof SETUP_STATES)[number];

export const setup = z.object({
  /** Those that the caller may do. */
  items: z.array(z.object({ key: z.enum(SETUP_KEYS), state: z.enum(SETUP_STATES) })),
});
export type SetupItem = z.infer<typeof setup>['items'][number];
