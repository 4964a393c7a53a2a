/** What the list says when it has no rows: reading, none yet, or filtered to nothing. */
import { Button } from '@mantine/core';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconSearch, IconWebhook } from '../../ui/icons.ts';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';

export function DeliverySkeleton() {
  return <ListSkeleton label="Loading the deliveries" />;
}

export function NoDeliveries() {
  return (
    <EmptyState icon={<IconWebhook size={32} stroke={1.5} />} title="No deliveries yet">
      <p>
        The telematics service delivers an event to one of the addresses above when something happens: a truck
        arrives in the circle of a monitor, an operation ends.
      </p>
      <p>
        Waypost subscribes with the first monitor or invitation, or now with “Subscribe”. An address that is
        to be registered by hand receives nothing until that is done.
      </p>
    </EmptyState>
  );
}

export function NoMatch({ onClear }: { readonly onClear: () => void }) {
  return (
    <EmptyState
      icon={<IconSearch size={32} stroke={1.5} />}
      title="No delivery matches"
      action={<Button onClick={onClear}>Show all deliveries</Button>}
    >
      There are none of this state and family of events.
    </EmptyState>
  );
}
