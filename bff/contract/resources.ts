/** Resource names used by operations, scopes and permissions. */
import { openEnum } from './common.ts';

/** In the interface's order. */
export const RESOURCE_NAMES = [
  'asset',
  'document',
  'driver_association',
  'driver_vehicle_association',
  'driver_event_log',
  'driver_safety_event',
  'dvir_log',
  'dvir_log_defect',
  'engine_log',
  'engine_status',
  'fuel_transaction',
  'fuel_card',
  'fleet_info',
  'hos_availability',
  'hos_daily_log',
  'hos_daily_snapshot',
  'hos_event',
  'hos_event_annotation',
  'hos_event_attachment',
  'hos_violation',
  'ifta_summary',
  'location_segment',
  'message',
  'group_message',
  'user',
  'vehicle',
  'vehicle_location',
  'vehicle_sensor',
  'vehicle_region_segment',
  'trailer',
  'trailer_association',
  'trailer_vehicle_association',
  'trailer_location',
  'trailer_status',
  'workflow',
] as const;
export type ResourceName = (typeof RESOURCE_NAMES)[number];

/** For responses: unknown names pass. */
export const resourceName = openEnum(RESOURCE_NAMES);

export const PERMISSION_LEVELS = ['read', 'read_write'] as const;
export type PermissionLevel = (typeof PERMISSION_LEVELS)[number];
export const permissionLevel = openEnum(PERMISSION_LEVELS);

/** What an invitation without `permissions` asks for: read on everything, with some resources raised to read-write. */
export const defaultPermissions = (raised: readonly ResourceName[]) =>
  Object.fromEntries(
    RESOURCE_NAMES.map((name): [string, PermissionLevel] => [
      name,
      raised.includes(name) ? 'read_write' : 'read',
    ]),
  );
