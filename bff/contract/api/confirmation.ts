/** What a person types before something is taken away for good. */

/** Longer ones nobody types without a mistake. */
const LONGEST_TYPED = 60;
/** Words with single spaces between them: what a field of one line takes and gives back unchanged. */
const ONE_LINE = /^[^\p{C}\p{Z}]+(?: [^\p{C}\p{Z}]+)*$/u;

/** The name when it can be typed; null when it is too long, or holds what no keyboard or field of one line gives. */
export function typeable(name: string | null | undefined): string | null {
  return name && name.length <= LONGEST_TYPED && ONE_LINE.test(name) ? name : null;
}
