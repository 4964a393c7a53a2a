/** What the list says before a driver user was created. */
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconSteeringWheel } from '../../ui/icons.ts';

export function NoOperations({ create }: { readonly create: ReactNode }) {
  return (
    <EmptyState
      icon={<IconSteeringWheel size={32} stroke={1.5} />}
      title="No driver users were created yet"
      action={create}
    >
      <p>
        A driver user is written at the telematics provider of a fleet that shares its users with us to read
        and write. Each such write is an operation; how it went stands here.
      </p>
    </EmptyState>
  );
}
