/** Signed out: what this is, why one is here, and the one way in. */
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { noteSigningIn, signInAddress } from '../../api/session.ts';
import classes from './SignInPage.module.css';
import type { SignInSearch } from './search.ts';

const WHY: Readonly<Record<NonNullable<SignInSearch['problem']>, { title: string; text: string }>> = {
  denied: {
    title: 'The sign-in was called off',
    text: 'The identity provider was told not to let Waypost know who you are. Sign in again to go on.',
  },
  expired: {
    title: 'This sign-in took too long',
    text: 'It was begun more than ten minutes ago, in another browser, or used already. Begin again.',
  },
  failed: {
    title: 'The sign-in failed',
    text: 'The identity provider and Waypost did not come to terms. Try again; if it lasts, tell your Waypost administrator.',
  },
  unidentified: {
    title: 'Sign-in could not be completed',
    text: 'The sign-in worked, but nothing says who you are. Ask your Waypost administrator to set SERVICE_USERINFO_URL or SERVICE_INTROSPECTION_URL.',
  },
  provider_unavailable: {
    title: 'The identity provider does not answer',
    text: 'Nobody can sign in until it is back. Your data and your watch list are not touched. Try again in a moment.',
  },
};

export interface SignInPageProps {
  readonly search: SignInSearch;
  /** True where the data come from the embedded sandbox: its names help then. */
  readonly simulated: boolean;
}

export function SignInPage({ search, simulated }: SignInPageProps) {
  useEffect(() => {
    document.title = 'Sign in · Waypost';
  }, []);
  const why = search.problem
    ? WHY[search.problem]
    : search.signed_out
      ? { title: 'You are signed out', text: 'This browser no longer shows anything of yours.' }
      : null;
  const address = signInAddress(search.return_to ?? '/', search.signed_out !== undefined);
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <img src="/icon.svg" alt="" width={40} height={40} />
        <h1 className={classes.title}>Waypost</h1>
        <p className={classes.what}>
          Every watched load on a live map: where it is, how old that is, and what needs you.
        </p>
        {why && (
          <div className={classes.why} role={search.problem ? 'alert' : 'status'}>
            <strong>{why.title}</strong>
            <p>{why.text}</p>
          </div>
        )}
        <Button
          component="a"
          href={address}
          variant="filled"
          size="md"
          fullWidth
          autoFocus
          onClick={() => search.return_to === undefined && noteSigningIn()}
        >
          Sign in
        </Button>
        {simulated && (
          <p className={classes.note}>
            Simulated data. Sign in as dispatcher, onboarding, viewer or admin; the password is the name.
          </p>
        )}
      </div>
    </main>
  );
}
