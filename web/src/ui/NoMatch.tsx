/** What a list says when a filter leaves nothing of it: what is looked through, and the way out. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from './EmptyState.tsx';
import { IconSearch } from './icons.ts';

export interface NoMatchProps {
  /** "No delivery matches" */
  readonly title: string;
  /** On the button that takes the filter away: "Show all deliveries". */
  readonly clear: string;
  readonly onClear: () => void;
  /** What the filter looks through, or why there may be none. */
  readonly children: ReactNode;
}

export function NoMatch({ title, clear, onClear, children }: NoMatchProps) {
  return (
    <EmptyState
      icon={<IconSearch size={32} stroke={1.5} />}
      title={title}
      action={<Button onClick={onClear}>{clear}</Button>}
    >
      {children}
    </EmptyState>
  );
}
