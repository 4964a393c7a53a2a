/** What the lists say when they have no rows: none yet, filtered to nothing, or not offered by the service. */
import { Button } from '@mantine/core';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconFileCheck, IconPlugConnected } from '../../ui/icons.ts';
import { NoMatch } from '../../ui/NoMatch.tsx';
import type { AgreementShow } from './search.ts';

interface NoneProps {
  /** Whether the service has such a list. */
  readonly offered: 'yes' | 'no' | 'unknown';
  readonly problem: string | null;
  readonly onRetry: () => void;
}

export function NoAgreements({ offered, problem, onRetry }: NoneProps) {
  const icon = <IconFileCheck size={32} stroke={1.5} />;
  if (problem !== null)
    return (
      <EmptyState
        icon={icon}
        role="alert"
        title="The agreements could not be read"
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        <p>{problem}.</p>
      </EmptyState>
    );
  if (offered === 'no')
    return (
      <EmptyState icon={icon} title="The service has no list of agreements">
        <p>
          It answers that it does not know the address that Waypost assumes. Whoever runs Waypost can name the
          right one (SERVICE_ASSUMPTIONS).
        </p>
      </EmptyState>
    );
  return (
    <EmptyState icon={icon} title="No agreements yet">
      <p>
        A share agreement comes into being when a fleet accepts its invitation: from then on its trucks and
        their positions show on the board, for as long as the agreement says.
      </p>
    </EmptyState>
  );
}

export function NoConnections({ offered, problem, onRetry }: NoneProps) {
  const icon = <IconPlugConnected size={32} stroke={1.5} />;
  if (problem !== null)
    return (
      <EmptyState
        icon={icon}
        role="alert"
        title="The connections could not be read"
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        <p>{problem}.</p>
      </EmptyState>
    );
  return offered === 'no' ? (
    <EmptyState icon={icon} title="The service has no list of connections">
      <p>What comes over them shows on the board all the same.</p>
    </EmptyState>
  ) : (
    <EmptyState icon={icon} title="No connections yet">
      <p>A fleet connects its telematics provider when it accepts an invitation.</p>
    </EmptyState>
  );
}

const NONE_OF: Readonly<Record<AgreementShow, string>> = {
  attention: 'Every agreement lasts as long as watched loads and monitors need it.',
  active: 'No agreement gives access now.',
  scheduled: 'No access is still to begin.',
  ended: 'No active agreement has run out.',
  off: 'None is paused, cancelled, deleted or expired.',
  no_location: 'Every agreement that gives access shares locations too.',
};

interface AgreementsNoMatchProps {
  readonly show?: AgreementShow | undefined;
  readonly onClear: () => void;
}

export function AgreementsNoMatch({ show, onClear }: AgreementsNoMatchProps) {
  return (
    <NoMatch title="Nothing matches" clear="Clear filters" onClear={onClear}>
      {show ? NONE_OF[show] : 'Search looks through fleets, ids, providers, watched loads and monitors.'}
    </NoMatch>
  );
}
