/** What the list says before anything was delivered. */
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconWebhook } from '../../ui/icons.ts';

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
