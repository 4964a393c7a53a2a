/** What an invitation asks for, and what it was sent with. */

import { AGREEMENT_ROUTES } from '@waypost/contract/api/agreement-routes';
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { QueryState } from '../../api/QueryState.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { useRead } from '../../api/server-state.ts';
import { Age } from '../../live/Age.tsx';
import { namesAt, permissionsText, resourceWords } from '../../live/invitation-words.ts';
import { LinkButton } from '../../ui/buttons.tsx';
import { MonoId } from '../../ui/MonoId.tsx';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import shared from '../../ui/shared.module.css';
import { fullDateTime } from '../../ui/time.ts';
import classes from './InvitationPanel.module.css';

export function InvitationFacts({ invitation }: { readonly invitation: BoardInvitation }) {
  const { fleet_regulatory_id, fleet_regulatory_id_type, limit_tsps, exclude_tsps } = invitation;
  const { created_at, valid_from, created_by_name, fleet_id, callback } = invitation;
  const regulatory = [fleet_regulatory_id_type, fleet_regulatory_id].filter((part) => part).join(' ');
  return (
    <>
      <Section title="Permissions">
        <Permissions permissions={invitation.permissions} />
        <Facts>
          <Fact name="Only providers">{limit_tsps?.join(', ')}</Fact>
          <Fact name="Excluded providers">{exclude_tsps?.join(', ')}</Fact>
        </Facts>
      </Section>
      <Section title="Fleet">
        <Facts>
          <Fact name="Reference">{invitation.fleet_ref}</Fact>
          <Fact name="Name">{invitation.fleet_name}</Fact>
          <Fact name="Email">{invitation.fleet_email}</Fact>
          <Fact name="Phone">{invitation.fleet_phone}</Fact>
          <Fact name="Website">{invitation.fleet_website}</Fact>
          <Fact name="Country">{invitation.fleet_country_code}</Fact>
          <Fact name="Regulatory ID">{regulatory}</Fact>
          <Fact name="Fleet ID">{fleet_id && <MonoId label="fleet ID" value={fleet_id} />}</Fact>
        </Facts>
      </Section>
      <Section title="Details">
        <Facts>
          <Fact name="Created">{created_at && fullDateTime(created_at)}</Fact>
          <Fact name="Valid from">
            {valid_from && valid_from !== created_at ? fullDateTime(valid_from) : null}
          </Fact>
          <Fact name="By">{created_by_name}</Fact>
          <Fact name="After success">{invitation.success_redirect_url}</Fact>
          <Fact name="After failure">{invitation.failure_redirect_url}</Fact>
          <Fact name="Events go to">
            {callback === 'ours'
              ? 'Waypost'
              : callback === 'other'
                ? invitation.callback_url
                : 'Not set; Waypost checks for answers'}
          </Fact>
          <Fact name="Last event">
            {invitation.last_event_at && <Age at={invitation.last_event_at} ago />}
          </Fact>
          <Fact name="Last refresh">
            {invitation.last_read_at && <Age at={invitation.last_read_at} ago />}
          </Fact>
        </Facts>
      </Section>
    </>
  );
}

function Permissions({ permissions }: Pick<BoardInvitation, 'permissions'>) {
  if (!permissions) return <>Read everything.</>;
  const text = permissionsText(permissions);
  const [read, write] = [namesAt(permissions, 'read'), namesAt(permissions, 'read_write')];
  if (read.length + write.length <= 6) return <>{text}</>;
  return (
    <details>
      <summary>{text}</summary>
      {read.length > 0 && <p>Read: {read.map(resourceWords).join(', ')}</p>}
      {write.length > 0 && <p>Read and write: {write.map(resourceWords).join(', ')}</p>}
    </details>
  );
}

const isOf = ({ key, fleet_id, fleet_ref }: BoardInvitation, one: BoardAgreement) =>
  one.invitation_key === key ||
  (fleet_id !== null && one.fleet_id === fleet_id) ||
  (fleet_id === null && fleet_ref !== null && one.fleet_ref === fleet_ref);

/** What an accepted invitation has brought: the fleet's agreement, its connections, and what of ours depends on them. */
export function AcceptedSection({ invitation }: { readonly invitation: BoardInvitation }) {
  const query = useRead(AGREEMENT_ROUTES.listAgreements, queryKeys.agreements(), {
    staleTime: 30_000,
  });
  const { data } = query;
  const agreements = data?.items.filter((one) => isOf(invitation, one)) ?? [];
  const search = { q: invitation.fleet_ref ?? invitation.fleet_id ?? undefined };
  return (
    <Section title="Agreement and fleet">
      <QueryState query={query} label="Loading the agreement" small />
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
      <div className={shared.wrappedBelow}>
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
