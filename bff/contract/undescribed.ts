/**
 * Reads that the interface names without showing anything of them, neither path nor shape. Nobody can call what nobody has
 * described, but a service that has them not yet says 501 there rather than 404; which paths they are is ours.
 */
import { ASSUMPTIONS, type Assumptions } from './assumptions.ts';
import { VERSION_PREFIX } from './endpoint.ts';
import { RESOURCE_NAMES } from './resources.ts';

/** The interface also calls some data by names that are no resource name. */
const OTHER_DATA = ['driver', 'location', 'fleet'] as const;

/** `hos_availability` -> `hos-availability`, `hos-availabilities`; a path may say either. */
function pathNames(resource: string): string[] {
  const one = resource.replaceAll('_', '-');
  if (one.endsWith('y')) return [one, `${one.slice(0, -1)}ies`];
  return [one, one.endsWith('s') ? `${one}es` : `${one}s`];
}

const COLLECTIONS = new Set([...RESOURCE_NAMES, ...OTHER_DATA].flatMap(pathNames));
const TELEMATICS = new RegExp(`^${VERSION_PREFIX}telematics/([^/]+)(?:/[^/]+)?$`);
/** `assignments`, `declared-assignment`, `assignments/inferred`, `inferred-vehicle-assignments` and their like. */
const ASSIGNMENT = /^(?:(?:declared|inferred|load|vehicle)-)*assignments?(?:\/(?:declared|inferred))?$/;

/** "Further telematics read endpoints": a list of one of the named resources, or one record of it. */
function isTelematicsRead(path: string): boolean {
  const collection = TELEMATICS.exec(path)?.[1];
  return collection !== undefined && COLLECTIONS.has(collection.replaceAll('_', '-'));
}

/** "Declared and inferred load assignment reads": below one load, or for all loads beside them. */
function isAssignmentRead(path: string, { paths }: Assumptions): boolean {
  const below = (parent: string) => (path.startsWith(parent) ? path.slice(parent.length) : '');
  const ofOneLoad = below(`${paths.loads}/`).replace(/^[^/]+\//, '');
  const ofAllLoads = below(paths.loads.slice(0, paths.loads.lastIndexOf('/') + 1));
  return ASSIGNMENT.test(ofOneLoad) || ASSIGNMENT.test(ofAllLoads);
}

/** True for the path of a read that the interface names and does not describe; endpoints of ours come before it. */
export function isUndescribedRead(path: string, a: Assumptions = ASSUMPTIONS): boolean {
  return isTelematicsRead(path) || isAssignmentRead(path, a);
}
