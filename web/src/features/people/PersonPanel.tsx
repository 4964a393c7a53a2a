import { Button } from '@mantine/core';
import type { Person, PersonSession } from '@waypost/contract/api/people';
import { useState } from 'react';
import { ConfirmDialog } from '../../live/ConfirmDialog.tsx';
import { isolated } from '../../ui/bidi.ts';
import { IconLogout } from '../../ui/icons.ts';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { fullDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { browserText } from './browser-words.ts';
import { rolesText, signedInText, useSignOutPerson } from './people.ts';

export function PersonDetails({ person }: { readonly person: Person }) {
  const signOut = useSignOutPerson();
  /** The session to end, or all. */
  const [ending, setEnding] = useState<PersonSession | 'all' | null>(null);
  const { sub, sessions } = person;
  const name = isolated(person.name);
  return (
    <>
      <Section title="About">
        <Facts>
          <Fact name="Status">{signedInText(person)}</Fact>
          <Fact name="Role">{rolesText(person)}</Fact>
          <Fact name="Last seen">{fullDateTime(person.last_seen_at)}</Fact>
          <Fact name="Account ID">{isolated(sub)}</Fact>
        </Facts>
      </Section>
      {sessions.length > 0 && (
        <Section title="Sessions">
          <ul className={`${shared.list} ${shared.column}`} style={{ gap: 16 }}>
            {sessions.map((session) => (
              <li key={session.session_id}>
                <strong>{browserText(session.user_agent)}</strong>
                <Facts>
                  <Fact name="This browser">{session.current ? 'Yes, you are using it now' : null}</Fact>
                  <Fact name="Address">{session.address && isolated(session.address)}</Fact>
                  <Fact name="Signed in">{fullDateTime(session.created_at)}</Fact>
                  <Fact name="Last seen">{fullDateTime(session.last_seen_at)}</Fact>
                </Facts>
                <Button
                  mt={8}
                  leftSection={<IconLogout size={16} aria-hidden />}
                  onClick={() => setEnding(session)}
                >
                  Sign out
                </Button>
              </li>
            ))}
          </ul>
          {sessions.length > 1 && (
            <Button
              mt={16}
              leftSection={<IconLogout size={16} aria-hidden />}
              onClick={() => setEnding('all')}
            >
              Sign out everywhere
            </Button>
          )}
        </Section>
      )}
      {ending !== null && (
        <ConfirmDialog
          title={ending === 'all' ? `Sign ${name} out everywhere?` : `Sign ${name} out?`}
          action={ending === 'all' ? 'Sign out everywhere' : 'Sign out'}
          keep="Keep signed in"
          failure_title="Not signed out"
          act={async () => {
            const body = ending === 'all' ? {} : { session_id: ending.session_id };
            const { ended } = await signOut.mutateAsync({ params: { sub }, body });
            toast({ title: ended === 0 ? `${name} was signed out already` : `Signed ${name} out` });
          }}
          onClose={() => setEnding(null)}
        >
          <p>
            {ending === 'all'
              ? `${sessions.length} browsers show nothing more within seconds.`
              : `${browserText(ending.user_agent)} shows nothing more within seconds.`}{' '}
            They can sign in again. To keep somebody out, disable the account where your company manages it.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
