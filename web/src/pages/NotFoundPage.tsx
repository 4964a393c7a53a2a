/** An address that leads nowhere. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FramedPage } from './FramedPage.tsx';

export function NotFoundPage({ path }: { readonly path: string }) {
  useEffect(() => {
    document.title = 'Page not found · Waypost';
  }, []);
  return (
    <FramedPage title="Page not found">
      {(alone) => (
        <EmptyState
          page={alone}
          title="Page not found"
          action={
            <Button variant="filled" renderRoot={(props) => <Link to="/" {...props} />}>
              Back to board
            </Button>
          }
        >
          <p>
            <code>{path.length > 80 ? `${path.slice(0, 80)}…` : path}</code> does not exist. The address may
            be cut off or mistyped.
          </p>
        </EmptyState>
      )}
    </FramedPage>
  );
}
