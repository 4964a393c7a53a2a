/** What the book says before there is a site in it. */
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconMapPin } from '../../ui/icons.ts';

export function NoSites({ action }: { readonly action: ReactNode }) {
  return (
    <EmptyState icon={<IconMapPin size={32} stroke={1.5} />} title="No sites yet" action={action}>
      <p>
        A site is a circle with a name: a yard, a dock, a customer’s gate. The team shares this book; a
        monitor takes its circles from here, and the free time and rate of a site tell what a long stay costs.
      </p>
    </EmptyState>
  );
}
