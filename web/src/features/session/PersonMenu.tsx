import { ActionIcon } from '@mantine/core';
import { useSession } from '../../api/context.ts';
import type { SessionState } from '../../api/session.ts';
import { deferred, type PlaceholderProps } from '../../ui/deferred.tsx';
import { IconUserCircle } from '../../ui/icons.ts';

export interface PersonMenuProps {
  readonly onSignedOut: () => void;
  readonly onKeyboardHelp: () => void;
}

export const personOf = (state: SessionState) =>
  state.phase === 'in' || state.phase === 'ended' ? state.session.user : null;

function PersonButton({ onRequest }: PlaceholderProps) {
  const user = personOf(useSession());
  return (
    <ActionIcon
      aria-label={`You: ${user?.name ?? 'not known'}`}
      aria-haspopup="menu"
      aria-expanded={false}
      data-tip={user?.name ?? 'You'}
      onClick={onRequest}
    >
      <IconUserCircle size={20} aria-hidden />
    </ActionIcon>
  );
}

export const PersonMenu = deferred<PersonMenuProps>(
  async () => (await import('./PersonMenuOpen.tsx')).PersonMenuOpen,
  PersonButton,
);
