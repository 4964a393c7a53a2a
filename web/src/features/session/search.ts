import { z } from 'zod';

export const SIGN_IN_PROBLEMS = [
  'denied',
  'expired',
  'failed',
  'no_access',
  'unidentified',
  'provider_unavailable',
] as const;

const PLACEHOLDER = 'https://waypost.invalid';

/** True for a path within Waypost. The server validates it again; this check only keeps a forged address off the page. */
function ownPath(value: string): boolean {
  if (!value.startsWith('/') || value.startsWith('//') || value.includes('\\')) return false;
  return URL.canParse(value, PLACEHOLDER) && new URL(value, PLACEHOLDER).origin === PLACEHOLDER;
}

export const signInSearch = z.object({
  /** An unknown problem falls back to a failed sign-in. */
  problem: z.enum(SIGN_IN_PROBLEMS).optional().catch('failed'),
  return_to: z.string().max(2000).refine(ownPath).optional().catch(undefined),
  signed_out: z
    .unknown()
    .transform((value) => (value === undefined ? undefined : ('1' as const)))
    .optional(),
});
export type SignInSearch = z.output<typeof signInSearch>;
