/**
 * Reads that the interface names without showing their path or shape. Nobody can call them, but a service that lacks them answers
 * 501 rather than 404. The paths recognized here are our assumption.
 */
import { ASSUMPTIONS, type Assumptions } from './assumptions.ts';
import { VERSION_PREFIX } from './endpoint.ts';
import { RESOURCE_NAMES } from './resources.ts';

/** Data that the interface also mentions under names other than resource names. */
const OTHER_DATA = ['driver', 'location', 'fleet'] as const;

/** `hos_availability` -> `hos-availability` and `hos-availabilities`, since a path may use either. */
function pathNames(resource: string): string[] {
  const one = resource.replaceAll('_', '-');
  if (one.endsWith('y')) return [one, `${one.slice(0, -1)}ies`];
  return [one, one.endsWith('s') ? `${one}es` : `${one}s`];
}

const COLLECTIONS = new Set([...RESOURCE_NAMES, ...OTHER_DATA].flatMap(pathNames));
const TELEMATICS = new RegExp(`^${VERSION_PREFIX}telematics/([^/]+)(?:/[^/]+)?$`);
/** Matches `assignments`, `declared-assignment`, `assignments/inferred`, `inferred-vehicle-assignments` and similar. */
const ASSIGNMENT = /^(?:(?:declared|inferred|load|vehicle)-)*assignments?(?:\/(?:declared|inferred))?$/;

/** "Further telematics read endpoints": a list of a named resource, or one of its records. */
function isTelematicsRead(path: string): boolean {
  const collection = TELEMATICS.exec(path)?.[1];
  return collection !== undefined && COLLECTIONS.has(collection.replaceAll('_', '-'));
}

/** "Declared and inferred load assignment reads": of one load, or of all loads. */
function isAssignmentRead(path: string, { paths }: Assumptions): boolean {
  const below = (parent: string) => (path.startsWith(parent) ? path.slice(parent.length) : '');
  const ofOneLoad = below(`${paths.loads}/`).replace(/^[^/]+\//, '');
  const ofAllLoads = below(paths.loads.slice(0, paths.loads.lastIndexOf('/') + 1));
  return ASSIGNMENT.test(ofOneLoad) || ASSIGNMENT.test(ofAllLoads);
}

/** Whether the path is a read that the interface names but does not describe. Check the known endpoints first. */
export function isUndescribedRead(path: string, a: Assumptions = ASSUMPTIONS): boolean {
  return isTelematicsRead(path) || isAssignmentRead(path, a);
}
