import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failedCases } from '@waypost/contract/testing/cases';
import { expect, it } from 'vitest';
import { MUTATIONS } from './breaks.ts';

const root = join(import.meta.dirname, '..', '..');

it('every mutation of prove:journeys occurs once in the code and names an existing journey', async () => {
  const failed = await failedCases(
    MUTATIONS,
    ({ what }) => what,
    ({ file, text, becomes, journey, named }) => {
      expect(readFileSync(join(root, file), 'utf8').split(text)).toHaveLength(2);
      expect(becomes).not.toBe(text);
      expect(existsSync(join(root, 'e2e', journey))).toBe(true);
      expect(readFileSync(join(root, 'e2e', journey), 'utf8')).toContain(named);
    },
  );
  expect(failed).toEqual([]);
});
