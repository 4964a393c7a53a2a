/** What can be done or opened from the search: pages and actions, and how they are found by words. */
import type { Icon } from '@tabler/icons-react';

export interface Command {
  readonly id: string;
  readonly group: 'pages' | 'actions' | 'views';
  /** `Monitors`, `New monitor` */
  readonly label: string;
  /** Other words by which people look for it. */
  readonly also?: string;
  readonly Icon: Icon;
  /** Where it leads; or what it does. */
  readonly to?: string;
  readonly run?: () => void;
  /** Why not; null or absent: it may be done. */
  readonly disabledReason?: string | null;
}

const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Each word that was typed begins a word of it. All of them when nothing was typed. */
export function matchingCommands(commands: readonly Command[], q: string): Command[] {
  const typed = wordsOf(q);
  return commands.filter(({ label, also = '' }) => {
    const words = wordsOf(`${label} ${also}`);
    return typed.every((one) => words.some((word) => word.startsWith(one)));
  });
}
