import type { BoardLoad } from '@waypost/contract/api/board';
import { READ_CLASSES, type ReadClass, type SystemStatus } from '@waypost/contract/api/system-status';

type Age = SystemStatus['loads'][number];

const older = (a: string | null, b: string | null | undefined) => (b && (a === null || b < a) ? b : a);

/** By class: the number of loads, the least recent read and the oldest last position. */
export function readAges(
  loads: Iterable<Pick<BoardLoad, 'load_id' | 'read_at' | 'last_position'>>,
  classOf: (load_id: string) => ReadClass,
): readonly Age[] {
  const none = { loads: 0, oldest_read_at: null, oldest_position_at: null };
  const ages = new Map<ReadClass, Age>(
    READ_CLASSES.map((read_class) => [read_class, { read_class, ...none }]),
  );
  for (const { load_id, read_at, last_position } of loads) {
    const age = ages.get(classOf(load_id)) as Age;
    age.loads += 1;
    age.oldest_read_at = older(age.oldest_read_at, read_at);
    age.oldest_position_at = older(age.oldest_position_at, last_position?.occurred_at);
  }
  return [...ages.values()];
}
