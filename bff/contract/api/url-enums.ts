/**
 * Enums used in page URLs. Separate from the schemas that use them, because the first script needs all URLs and must not load
 * those schemas.
 */
import { z } from 'zod';

export const FUEL_CHECKS = [
  'far_from_position',
  'odometer_back',
  'above_tank',
  'twice_at_once',
  'no_vehicle',
] as const;

/** Sort columns of the fuel transactions table. */
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

/** Sort columns of the usage entities table (usage.ts). */
export const USAGE_ENTITY_SORTS = [
  'total',
  'rest_api_count',
  'webhook_count',
  'latest_call_in_month',
  'entity_id',
] as const;

export const BULK_KINDS = ['invitation', 'user'] as const;

/**
 * Of webhook deliveries (webhooks.ts). `unverified`: stored, and not processed before its signature is verified; `stored`: to be
 * processed; `failed`: given up after several attempts, or replayed manually.
 */
export const DELIVERY_STATES = ['unverified', 'stored', 'done', 'failed'] as const;

/**
 * Why a load is archived (archive.ts). `monitor_completed`, `left_destination`: observed; `next_load`: our inference;
 * `overdue`: the appointment passed with the truck elsewhere, and no delivery is known;
 * `not_found`: unknown to the service; `removed`: by a person.
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

/** Stages of an invitation (invitation-stage.ts). `not_shared`: Waypost has not shared its link; `other`: unknown status. */
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
