/** Guard of every page but the sign-in page: whoever is signed out signs in first, and comes back to where they wanted. */
import { redirect } from '@tanstack/react-router';
import type { SessionStore } from '../api/session.ts';

/** What routes may use: who is signed in. */
export interface RouterContext {
  readonly session: SessionStore;
}

export async function needsSession({
  context,
  location,
}: {
  readonly context: RouterContext;
  readonly location: { readonly href: string };
}): Promise<void> {
  const state = await context.session.ready();
  if (state.phase === 'unreachable') throw state.problem;
  if (state.phase === 'out')
    throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { return_to: location.href } });
}
