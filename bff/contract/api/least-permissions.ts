/** What we ask a fleet to grant unless a person chooses more: where its vehicles are, to read. Our own choice, in invitations and bulk jobs alike. */
import type { PermissionLevel, ResourceName } from '../resources.ts';

export const LEAST_PERMISSIONS = { vehicle: 'read', vehicle_location: 'read' } as const satisfies Partial<
  Record<ResourceName, PermissionLevel>
>;
