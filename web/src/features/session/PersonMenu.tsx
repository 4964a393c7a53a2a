import { ActionIcon } from '@mantine/core';
import { useSession } from '../../api/context.ts';
import type { SessionState } from '../../api/session.ts';
import { IconUserCircle } from '../../ui/icons.ts';
import { later, type MeanwhileProps } from '../../ui/later.tsx';

export interface PersonMenuProps {
  readonly onSignedOut: () => void;
  readonly onKeyboardHelp: () => void;
}

export const personOf = (state: SessionState) =>
  state.phase === 'in' || state.phase === 'ended' ? state.session.user : null;

function PersonButton({ onWanted }: MeanwhileProps) {
  const user = personOf(useSession());
  return (
    <ActionIcon
      aria-label={`You: ${user?.name ?? 'not known'}`}
      aria-haspopup="menu"
      aria-expanded={false}
      data-tip={user?.name ?? 'You'}
      onClick={onWanted}
    >
      <IconUserCircle size={20} aria-hidden />
    </ActionIcon>
  );
}

export const PersonMenu = later<PersonMenuProps>(
  async () => (await import('./PersonMenuOpen.tsx')).PersonMenuOpen,
  PersonButton,
);
