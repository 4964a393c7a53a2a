import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failedCases } from '@waypost/contract/testing/cases';
import { expect, it } from 'vitest';
import { BREAKS } from './breaks.ts';

const root = join(import.meta.dirname, '..', '..');

it('the table of breaks, for prove:journeys, finds in the code what each row breaks, and the journey that notices it', async () => {
  const failed = await failedCases(
    BREAKS,
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
