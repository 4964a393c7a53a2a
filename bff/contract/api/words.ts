/**
 * Lists of words that occur in the addresses of pages. Apart from the schemas that use them, because every address is known from
 * the first script on, and would bring those schemas with it.
 */
import { z } from 'zod';

/** Checks of fuel transactions (fuel.ts). */
export const FUEL_CHECKS = [
  'far_from_position',
  'odometer_back',
  'above_tank',
  'twice_at_once',
  'no_vehicle',
] as const;

/** Columns that the table of fuel transactions sorts by. */
export const FUEL_SORTS = [
  'occurred_at',
  'fleet_ref',
  'vehicle_id',
  'source_vehicle_id',
  'source_driver_id',
  'fuel_vendor',
  'transaction_jurisdiction',
  'fuel_type',
  'fuel_volume',
  'total_cost',
  'currency',
  'odometer',
] as const;

/** Calendar month in UTC, `2026-11`. */
export const usageMonth = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: 'must be a month from 2000-01 to 2099-12, such as 2026-11' });

/** Columns that the table of used entities sorts by (usage.ts). */
export const USAGE_ENTITY_SORTS = [
  'total',
  'rest_api_count',
  'webhook_count',
  'latest_call_in_month',
  'entity_id',
] as const;

/** Of bulk jobs (bulk.ts). */
export const BULK_KINDS = ['invitation', 'user'] as const;

/** Of deliveries (webhooks.ts). `unverified`: kept, and not handled before its signature is right; `stored`: to be handled; `done`; `failed`: given up after several tries, or replayed by hand. */
export const DELIVERY_STATES = ['unverified', 'stored', 'done', 'failed'] as const;

/**
 * Why a load is in the archive (archive.ts). `monitor_completed`, `left_destination`: seen; `next_load`, `overdue`: our inference; `not_found`: unknown to
 * the service; `removed`: taken off by a person.
 */
export const ARCHIVE_REASONS = [
  'monitor_completed',
  'left_destination',
  'next_load',
  'overdue',
  'not_found',
  'removed',
] as const;
export type ArchiveReason = (typeof ARCHIVE_REASONS)[number];

/** Of invitations (invitation-stage.ts). `not_shared`: its link was not given to the fleet from here; `other`: a status that nobody knows. */
export const INVITATION_STAGES = [
  'not_shared',
  'shared',
  'viewed',
  'accepted',
  'declined',
  'expired',
  'deleted',
  'other',
] as const;
