/** What the address of the sign-in page holds. */
import { z } from 'zod';

export const SIGN_IN_PROBLEMS = [
  'denied',
  'expired',
  'failed',
  'unidentified',
  'provider_unavailable',
] as const;

const PLACEHOLDER = 'https://waypost.invalid';

/**
 * A path of our own, or nothing. The server checks again and has the last word (rule 4); here it only keeps a made-up
 * address from being shown as a place of ours.
 */
function ownPath(value: string): boolean {
  if (!value.startsWith('/') || value.startsWith('//') || value.includes('\\')) return false;
  return URL.canParse(value, PLACEHOLDER) && new URL(value, PLACEHOLDER).origin === PLACEHOLDER;
}

export const signInSearch = z.object({
  /** A problem that this page does not know is shown as a failed sign-in. */
  problem: z.enum(SIGN_IN_PROBLEMS).optional().catch('failed'),
  return_to: z.string().max(2000).refine(ownPath).optional().catch(undefined),
  /** Came here by signing out. */
  signed_out: z
    .unknown()
    .transform((value) => (value === undefined ? undefined : ('1' as const)))
    .optional(),
});
export type SignInSearch = z.output<typeof signInSearch>;
