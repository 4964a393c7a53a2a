/** Whose it is and where it comes from. */
import { Link } from '@tanstack/react-router';
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { MonoId } from '../../ui/MonoId.tsx';
import { Fact, Facts, Section } from '../../ui/Section.tsx';

export function AboutSection({ agreement }: { readonly agreement: BoardAgreement }) {
  const { id, fleet_id, fleet_ref, invitation_key } = agreement;
  return (
    <Section title="About">
      <Facts>
        <Fact name="Our reference">{fleet_ref}</Fact>
        <Fact name="Invitation">
          {invitation_key ? (
            <Link to="/invitations" search={{ invitation: invitation_key }} style={{ color: 'inherit' }}>
              Open its invitation
            </Link>
          ) : (
            'Not known'
          )}
        </Fact>
        <Fact name="Fleet ID">{fleet_id && <MonoId label="fleet ID" value={fleet_id} />}</Fact>
        <Fact name="Agreement ID">
          <MonoId label="agreement ID" value={id} />
        </Fact>
      </Facts>
    </Section>
  );
}
