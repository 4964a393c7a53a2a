/** What an accepted invitation has brought: the fleet's agreement, its connections, and what of ours depends on them. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { AGREEMENT_ROUTES } from '@waypost/contract/api/agreement-routes';
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { useMemo } from 'react';
import { useApi } from '../../api/context.ts';
import { ProblemState } from '../../api/ProblemState.tsx';
import { asProblem } from '../../api/problem.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { permissionsText } from '../../live/invitation-words.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import { fullDateTime } from '../../ui/time.ts';
import classes from './InvitationPanel.module.css';

const isOf = ({ key, fleet_id, fleet_ref }: BoardInvitation, one: BoardAgreement) =>
  one.invitation_key === key ||
  (fleet_id !== null && one.fleet_id === fleet_id) ||
  (fleet_id === null && fleet_ref !== null && one.fleet_ref === fleet_ref);

export function AcceptedSection({ invitation }: { readonly invitation: BoardInvitation }) {
  const { http } = useApi();
  const { data, error, refetch } = useQuery(
    useMemo(
      () =>
        queryOptions({
          queryKey: queryKeys.agreements(),
          queryFn: ({ signal }) => http.call(AGREEMENT_ROUTES.listAgreements, { query: {}, signal }),
          staleTime: 30_000,
        }),
      [http],
    ),
  );
  const agreements = data?.items.filter((one) => isOf(invitation, one)) ?? [];
  const search = { q: invitation.fleet_ref ?? invitation.fleet_id ?? undefined };
  return (
    <Section title="Agreement and fleet">
      {error && <ProblemState problem={asProblem(error)} onRetry={() => void refetch()} small />}
      {!data && !error && <ListSkeleton label="Loading the agreement" />}
      {data && agreements.length === 0 && (
        <p className={classes.now}>
          {data.read_problem === null
            ? 'No agreement with this fleet is listed. It may have ended or not started yet.'
            : `Couldn't load agreements: ${data.read_problem}.`}
        </p>
      )}
      {agreements.map((one) => (
        <AgreementFacts key={one.id} agreement={one} />
      ))}
      <div className={classes.acts}>
        <LinkButton to="/agreements" search={search} variant="filled">
          Open agreement
        </LinkButton>
      </div>
    </Section>
  );
}

function AgreementFacts({ agreement }: { readonly agreement: BoardAgreement }) {
  const { effective, effective_date, expiration_date, scopes, connections, dependents } = agreement;
  const state = effective.state.replaceAll('_', ' ');
  const sources = connections.map(({ source_name, tsp_slug, status }) =>
    [source_name ?? tsp_slug ?? 'Provider', status].filter((part) => part).join(', '),
  );
  return (
    <Facts>
      <Fact name="Agreement">{state.replace(/^./, (letter) => letter.toUpperCase())}</Fact>
      <Fact name="From">{effective_date && fullDateTime(effective_date)}</Fact>
      <Fact name="Until">{expiration_date ? fullDateTime(expiration_date) : 'No end date'}</Fact>
      <Fact name="Shares">{scopes && permissionsText(scopes)}</Fact>
      <Fact name="Connections">{sources.length === 0 ? 'None listed' : sources.join('; ')}</Fact>
      <Fact name="Watched loads">{String(dependents.loads)}</Fact>
    </Facts>
  );
}
