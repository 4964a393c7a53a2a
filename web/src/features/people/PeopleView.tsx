import type { Person } from '@waypost/contract/api/people';
import { AdministratorsOnly } from '../../api/QueryState.tsx';
import { Age } from '../../live/Age.tsx';
import { ResourceList } from '../../live/ResourceList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconCheck, IconLogout, IconUsers } from '../../ui/icons.ts';
import type { ViewProps } from '../../ui/page-frame.tsx';
import { CardLine, Primary, Secondary, Status } from '../../ui/resource-list/cells.tsx';
import type { Column } from '../../ui/resource-list/columns.ts';
import type { Cards } from '../../ui/resource-list/VirtualGrid.tsx';
import { PersonDetails } from './PersonPanel.tsx';
import { rolesText, signedInText, usePeople } from './people.ts';
import type { PeopleSearch } from './search.ts';

export function PeopleView(props: ViewProps<PeopleSearch>) {
  return (
    <AdministratorsOnly title="People" denied="People and their sessions are for administrators">
      <People {...props} />
    </AdministratorsOnly>
  );
}

const subOf = ({ sub }: Person) => sub;

function People({ search, onSearch }: ViewProps<PeopleSearch>) {
  const { data: people, error, refetch, dataUpdatedAt } = usePeople();
  return (
    <ResourceList
      title="People"
      id="people-list"
      words={['person', 'people']}
      search={search}
      onSearch={onSearch}
      filters={[]}
      opens={['person']}
      rows={people}
      keyOf={subOf}
      error={error}
      onRetry={() => void refetch()}
      columns={COLUMNS}
      cards={CARDS}
      empty={
        <EmptyState icon={<IconUsers size={32} stroke={1.5} />} title="Nobody has signed in yet">
          <p>People appear here once they sign in with their company account.</p>
        </EmptyState>
      }
      record={{
        nameOf: ({ name }) => name,
        missing: 'They have not signed in here, or not for a long time.',
        body: (person) => <PersonDetails person={person} />,
      }}
      foot={{ readAt: dataUpdatedAt }}
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
    cell: (person) => (
      <>
        <Primary title={person.name}>{person.name}</Primary>
        <Secondary>{rolesText(person)}</Secondary>
      </>
    ),
  },
  { id: 'sessions', header: 'Sessions', width: '2fr', cell: (person) => <SignedIn person={person} /> },
  { id: 'seen', header: 'Last seen', width: 128, cell: (person) => <Age at={person.last_seen_at} ago /> },
];

const CARDS: Cards<Person> = {
  height: 84,
  render: (person) => (
    <>
      <CardLine>
        <Primary title={person.name}>{person.name}</Primary>
        <Age at={person.last_seen_at} ago />
      </CardLine>
      <CardLine>
        <SignedIn person={person} />
      </CardLine>
      <Secondary>{rolesText(person)}</Secondary>
    </>
  ),
};
