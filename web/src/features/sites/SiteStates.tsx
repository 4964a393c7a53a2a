/** What the book says when it has no rows: reading, none yet, filtered to nothing, or not to be had. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconMapPin, IconSearch } from '../../ui/icons.ts';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';

export function SiteSkeleton() {
  return <ListSkeleton label="Loading the site book" />;
}

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

export function NoMatch({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState
      icon={<IconSearch size={32} stroke={1.5} />}
      title="No site matches"
      action={<Button onClick={onClear}>Show all sites</Button>}
    >
      Search looks through names and notes.
    </EmptyState>
  );
}
