/**
 * Permissions requested from a fleet by default, in invitations and bulk jobs: read access to vehicles and their locations. Our
 * own choice.
 */
import type { PermissionLevel, ResourceName } from '../resources.ts';

export const LEAST_PERMISSIONS = { vehicle: 'read', vehicle_location: 'read' } as const satisfies Partial<
  Record<ResourceName, PermissionLevel>
>;
