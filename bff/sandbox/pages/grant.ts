/** Describes what a fleet grants, in words that its owner uses. */
import { RESOURCE_NAMES, type ResourceName } from '@waypost/contract/resources';
import type { Scopes } from '../invitations/record.ts';

const GROUPS: readonly { readonly words: string; readonly resources: readonly ResourceName[] }[] = [
  { words: 'your trucks: unit numbers, VINs and plates', resources: ['vehicle', 'asset', 'fleet_info'] },
  {
    words: 'where your trucks are and have been',
    resources: ['vehicle_location', 'location_segment', 'vehicle_region_segment', 'ifta_summary'],
  },
  { words: 'your drivers and office users', resources: ['user'] },
  {
    words: 'who drives which truck and trailer',
    resources: [
      'driver_association',
      'driver_vehicle_association',
      'trailer_association',
      'trailer_vehicle_association',
    ],
  },
  {
    words: "your drivers' hours of service",
    resources: [
      'hos_availability',
      'hos_daily_log',
      'hos_daily_snapshot',
      'hos_event',
      'hos_event_annotation',
      'hos_event_attachment',
      'hos_violation',
      'driver_event_log',
    ],
  },
  { words: 'fuel purchases and fuel cards', resources: ['fuel_transaction', 'fuel_card'] },
  { words: 'your trailers and where they are', resources: ['trailer', 'trailer_location', 'trailer_status'] },
  { words: 'safety events', resources: ['driver_safety_event'] },
  { words: 'inspections and the defects found', resources: ['dvir_log', 'dvir_log_defect'] },
  { words: 'engine data and sensors', resources: ['engine_log', 'engine_status', 'vehicle_sensor'] },
  { words: 'messages with your drivers', resources: ['message', 'group_message'] },
  { words: 'documents and workflows', resources: ['document', 'workflow'] },
];

export interface Grant {
  /** Read access. */
  readonly see: readonly string[];
  /** Read and write access. */
  readonly change: readonly string[];
}

/** Every resource is in exactly one group; a group is listed as changeable when any of its resources is. */
export function describeGrant(scopes: Scopes): Grant {
  const see: string[] = [];
  const change: string[] = [];
  for (const { words, resources } of GROUPS) {
    const levels = resources.map((resource) => scopes[resource]);
    if (levels.includes('read_write')) change.push(words);
    else if (levels.includes('read')) see.push(words);
  }
  return { see, change };
}

/** Resources missing from the groups, for tests. */
export function ungroupedResources(): ResourceName[] {
  const named = new Set(GROUPS.flatMap(({ resources }) => resources));
  return RESOURCE_NAMES.filter((resource) => !named.has(resource));
}
