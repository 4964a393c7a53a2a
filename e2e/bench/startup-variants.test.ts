import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failedCases } from '@waypost/contract/testing/cases';
import { expect, it } from 'vitest';
import { VARIANTS } from './startup-variants.ts';

const root = join(import.meta.dirname, '..', '..');

it('every edit of bench:startup occurs once in the code', async () => {
  const failed = await failedCases(
    VARIANTS.flatMap(({ edits, piece }) => edits.map((edit) => ({ ...edit, piece }))),
    ({ piece, file }) => `${piece}: ${file}`,
    ({ file, text, becomes }) => {
      expect(readFileSync(join(root, file), 'utf8').split(text)).toHaveLength(2);
      expect(becomes).not.toBe(text);
    },
  );
  expect(failed).toEqual([]);
});
