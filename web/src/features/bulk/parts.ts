/** Rows of a draft as jobs: each takes so many rows and so many bytes. */
import { BULK_BODY_MAX, BULK_ROWS_MAX } from '@waypost/contract/api/bulk';
import type { JudgedRow } from './rows.ts';

const BYTES_MAX = BULK_BODY_MAX * 0.8;
const encoder = new TextEncoder();

export function inParts<T>(items: readonly T[], body: (item: T) => unknown, most = BULK_ROWS_MAX): T[][] {
  const parts: T[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = encoder.encode(JSON.stringify(body(item))).length + 1;
    const last = parts.at(-1);
    if (!last || last.length >= most || bytes + size > BYTES_MAX) {
      parts.push([item]);
      bytes = size;
    } else {
      last.push(item);
      bytes += size;
    }
  }
  return parts;
}

/**
 * Rows for each job. Rows with a problem go along, since the server refuses them too: so the job has every row of the file. Only a
 * row that is the same as one in another job stays here.
 */
export function jobParts(rows: readonly JudgedRow[]): JudgedRow[][] {
  const going = rows.filter(
    ({ issues, refused, same_as }) => issues.length === 0 || refused || same_as !== null,
  );
  return inParts(going, ({ body }) => body)
    .map((part) => {
      // The same thing in another job would not be noticed there.
      const here = new Set(part.map(({ row }) => row.id));
      return part.filter(({ same_as }) => same_as === null || here.has(same_as));
    })
    .filter((part) => part.some(({ issues }) => issues.length === 0));
}
