/** `/sign-in` */
import { useConfig } from '../api/config.ts';
import { SignInPage } from '../features/session/SignInPage.tsx';
import type { SignInSearch } from '../features/session/search.ts';

export function SignedOutPage({ search }: { readonly search: SignInSearch }) {
  return <SignInPage search={search} simulated={useConfig()?.simulated ?? false} />;
}
