/** `/sign-in` */
import { SignInPage } from '../features/session/SignInPage.tsx';
import type { SignInSearch } from '../features/session/search.ts';
import { useConfig } from '../frame/SimulatedTag.tsx';

export function SignedOutPage({ search }: { readonly search: SignInSearch }) {
  return <SignInPage search={search} simulated={useConfig()?.simulated ?? false} />;
}
