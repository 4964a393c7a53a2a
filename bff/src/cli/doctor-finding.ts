/** What a check of `waypost doctor` found: one line, which says what to do. */
import { causesOf, NO_ANSWER_ADVICE, networkErrorOf } from '../platform/lib/network-errors.ts';
import { messageOf } from '../platform/store/store-errors.ts';
import { ServiceError } from '../service/upstream/errors.ts';

export interface Finding {
  /** `failed`: Waypost or a part of it does not work. */
  readonly result: 'ok' | 'warning' | 'failed';
  readonly text: string;
}

export const ok = (text: string): Finding => ({ result: 'ok', text });
export const warning = (text: string): Finding => ({ result: 'warning', text });
export const failed = (text: string): Finding => ({ result: 'failed', text });

/** What is wrong with something on the network, and what to do. */
export function reasonOf(error: unknown): string {
  const network = networkErrorOf(error);
  if (network) return `${network.advice} (${network.code})`;
  if (error instanceof ServiceError && error.kind === 'timeout') return NO_ANSWER_ADVICE;
  return messageOf(causesOf(error).at(-1) ?? error);
}
