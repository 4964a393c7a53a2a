/** What an invitation asks for, and what it was sent with. */
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { Age } from '../../live/Age.tsx';
import { namesAt, permissionsText, resourceWords } from '../../live/invitation-words.ts';
import { MonoId } from '../../ui/MonoId.tsx';
import { Fact, Facts, Section } from '../../ui/Section.tsx';
import { fullDateTime } from '../../ui/time.ts';

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
