/** `/sign-in` */
import { getRouteApi } from '@tanstack/react-router';
import { useConfig } from '../api/context.ts';
import { SignInPage } from '../features/session/SignInPage.tsx';

const route = getRouteApi('/sign-in');

export function SignedOutPage() {
  const config = useConfig();
  return (
    <SignInPage
      search={route.useSearch()}
      simulated={config?.simulated ?? false}
      company={config?.company ?? null}
      known={config !== null}
    />
  );
}
