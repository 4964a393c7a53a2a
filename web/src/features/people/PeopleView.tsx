import { Button } from '@mantine/core';
import type { Person, PersonSession } from '@waypost/contract/api/people';
import { useState } from 'react';
import { forAdministrators } from '../../api/QueryState.tsx';
import { Age } from '../../live/Age.tsx';
import { ConfirmDialog } from '../../live/ConfirmDialog.tsx';
import { ResourceList } from '../../live/ResourceList.tsx';
import { isolated } from '../../ui/bidi.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconCheck, IconLogout, IconUsers } from '../../ui/icons.ts';
import type { ViewProps } from '../../ui/page-frame.tsx';
import { Primary, Secondary, Status } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { fullDateTime } from '../../ui/time.ts';
import { toast } from '../../ui/toasts.ts';
import { browserText, rolesText, signedInText, usePeople, useSignOutPerson } from './people.ts';
import type { PeopleSearch } from './search.ts';

export const PeopleView = forAdministrators(People, {
  title: 'People',
  denied: 'People and their sessions are for administrators',
});

const subOf = ({ sub }: Person) => sub;

function People({ search, onSearch }: ViewProps<PeopleSearch>) {
  const read = usePeople();
  return (
    <ResourceList
      title="People"
      id="people-list"
      words={['person', 'people']}
      search={search}
      onSearch={onSearch}
      filters={[]}
      opens={['person']}
      rows={read.data}
      keyOf={subOf}
      read={read}
      columns={COLUMNS}
      empty={
        <EmptyState icon={IconUsers} title="Nobody has signed in yet">
          <p>People appear here once they sign in with their company account.</p>
        </EmptyState>
      }
      record={{
        nameOf: ({ name }) => name,
        missing: 'They have not signed in here, or not for a long time.',
        body: (person) => <PersonDetails person={person} />,
      }}
    />
  );
}

function SignedIn({ person }: { readonly person: Person }) {
  const is_in = person.sessions.length > 0;
  return (
    <Status icon={is_in ? IconCheck : IconLogout} tone={is_in ? 'quiet' : 'past'}>
      {signedInText(person)}
    </Status>
  );
}

const COLUMNS: readonly Column<Person>[] = [
  {
    id: 'name',
    header: 'Person',
    width: '2fr',
    card: 'title',
    cell: (person) => (
      <>
        <Primary title={person.name}>{person.name}</Primary>
        <Secondary>{rolesText(person)}</Secondary>
      </>
    ),
  },
  {
    id: 'sessions',
    header: 'Sessions',
    width: '2fr',
    card: 'line',
    cell: (person) => <SignedIn person={person} />,
  },
  {
    id: 'seen',
    header: 'Last seen',
    width: 128,
    card: 'side',
    cell: (person) => <Age at={person.last_seen_at} ago />,
  },
];

function PersonDetails({ person }: { readonly person: Person }) {
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
          {sessions.length > 1 && (
            <Button
              mb={8}
              leftSection={<IconLogout size={16} aria-hidden />}
              onClick={() => setEnding('all')}
            >
              Sign out everywhere
            </Button>
          )}
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
