/**
 * How well references answer what was typed. Case, accents and the marks between the parts of a reference do not count: `LD-4711` is found as
 * `ld 4711` and as `ld4711`. Every reference is in one line of a text, so that most things are passed over by one look.
 */
import type { SearchMatch } from '@waypost/contract/api/search';

export interface Reference {
  /** The interface's own name. */
  readonly field: string;
  readonly value: string;
}

interface Forms {
  /** Lower case without accents, one space between its parts. */
  readonly plain: string;
  /** The same without spaces. */
  readonly tight: string;
}
export type Needle = Forms;

export function needleOf(text: string): Needle {
  const plain = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return { plain, tight: plain.replaceAll(' ', '') };
}

/** Both forms of each value, each in a line of its own. */
export function linesOf(references: readonly Reference[]): string {
  const lines = references.flatMap(({ value }) => Object.values(needleOf(value)));
  return `\n${lines.join('\n')}\n`;
}

/** Null: nothing in these lines matches. */
export function matchOf(lines: string, { plain, tight }: Needle): SearchMatch | null {
  if (!lines.includes(plain) && !lines.includes(tight)) return null;
  if (lines.includes(`\n${plain}\n`) || lines.includes(`\n${tight}\n`)) return 'exact';
  if (lines.includes(`\n${plain}`) || lines.includes(`\n${tight}`)) return 'prefix';
  return lines.includes(` ${plain}`) ? 'word' : 'part';
}
