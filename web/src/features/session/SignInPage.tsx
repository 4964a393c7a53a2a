import { Box, Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import type { CompanyIdentity } from '@waypost/contract/api/session';
import { useEffect } from 'react';
import { useConfig } from '../../api/context.ts';
import { noteSigningIn, signInAddress } from '../../api/session.ts';
import shared from '../../ui/shared.module.css';
import classes from './SignInPage.module.css';
import type { SignInSearch } from './search.ts';

const route = getRouteApi('/sign-in');

export function SignedOutPage() {
  const config = useConfig();
  return (
    <SignInPage
      search={route.useSearch()}
      sandbox={config?.sandbox_sign_in ?? false}
      company={config?.company ?? null}
      access_contact={config?.access_contact ?? null}
      config_loaded={config !== null}
    />
  );
}

const WHY: Readonly<Record<NonNullable<SignInSearch['problem']>, { title: string; text: string }>> = {
  denied: {
    title: 'Sign-in cancelled',
    text: 'Sign in again to continue.',
  },
  expired: {
    title: 'Sign-in timed out',
    text: 'It took more than ten minutes, was opened in another browser, or was already used. Sign in again.',
  },
  failed: {
    title: 'Sign-in failed',
    text: 'Sign-in could not be completed. Try again. If it keeps failing, tell your Waypost administrator.',
  },
  no_access: {
    title: 'Your account has no access to Waypost',
    text: 'You signed in, but your account has no role in Waypost.',
  },
  unidentified: {
    title: 'Sign-in could not be completed',
    text: "You signed in, but Waypost can't tell who you are. Ask your administrator to set SERVICE_USERINFO_URL or SERVICE_INTROSPECTION_URL.",
  },
  provider_unavailable: {
    title: 'The sign-in service is not responding',
    text: 'Nobody can sign in until it is back. Your data is safe. Try again in a moment.',
  },
};

interface SignInPageProps {
  readonly search: SignInSearch;
  /** True when people sign in at the embedded sandbox; the page then lists its test users. */
  readonly sandbox: boolean;
  /** Null until the server has answered. */
  readonly company?: CompanyIdentity | null;
  /** Whom people without a role ask; null: a Waypost administrator. */
  readonly access_contact?: string | null;
  readonly config_loaded?: boolean;
}

export function SignInPage({
  search,
  sandbox,
  company = null,
  access_contact = null,
  config_loaded = false,
}: SignInPageProps) {
  useDocumentTitle('Sign in · Waypost');
  const why = search.problem
    ? WHY[search.problem]
    : search.signed_out
      ? { title: 'You have been signed out', text: 'Sign in again to continue.' }
      : null;
  const no_access = search.problem === 'no_access';
  // Without being asked, the provider would sign in the same account again.
  const address = signInAddress(search.return_to ?? '/', search.signed_out !== undefined || no_access);
  // With nothing to read here, continue straight to the provider. Replacing keeps Back from returning to this page.
  const direct = config_loaded && !sandbox && why === null;
  const from_start = search.return_to === undefined;
  useEffect(() => {
    if (!direct) return;
    if (from_start) noteSigningIn();
    location.replace(address);
  }, [direct, from_start, address]);
  return (
    <main className={classes.page}>
      <Box className={shared.box} w="100%" maw={360} p={24} bg="var(--wp-page)">
        <img src="/icon.svg" alt="" width={40} height={40} />
        <Box component="h1" fz={20} fw={600} lh="28px" mt={8} mb={4}>
          Waypost
        </Box>
        {(company?.name || company?.logo_url) && (
          <Box className={`${classes.company} ${shared.row} ${shared.strong} ${shared.anywhere}`} mb={8}>
            {company.logo_url && <img src={company.logo_url} alt="" />}
            {company.name}
          </Box>
        )}
        <Box component="p" className={shared.secondary} mb={16}>
          All your loads on one live map: where they are and what needs you.
        </Box>
        {why && (
          <Box className={shared.raised} px={12} mb={16} role={search.problem ? 'alert' : 'status'}>
            <strong>{why.title}</strong>
            <p className={shared.plain}>
              {why.text}
              {no_access &&
                ` Ask ${access_contact ?? 'a Waypost administrator'} for a role, then sign in again.`}
            </p>
          </Box>
        )}
        <Button
          component="a"
          href={address}
          variant="filled"
          size="md"
          fullWidth
          autoFocus
          onClick={() => from_start && noteSigningIn()}
        >
          {no_access ? 'Sign in with another account' : 'Sign in'}
        </Button>
        {sandbox && (
          <Box component="p" className={shared.small} mt={16}>
            Simulated data. Sign in as dispatcher, onboarding, viewer or admin; the password is the username.
          </Box>
        )}
      </Box>
    </main>
  );
}
