/** Where no subscription could be made by itself: which address somebody has to register at the service. */
import { useDisabledReason } from '../../../api/context.ts';
import { useWebhooks } from '../../../api/webhooks.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { MonoId } from '../../../ui/MonoId.tsx';

export function EventsNotice({
  state,
}: {
  readonly state: 'active' | 'pending' | 'by_hand' | 'none' | null;
}) {
  const admin = useDisabledReason('administer') === null;
  const by_hand = state === 'by_hand';
  const webhooks = useWebhooks(by_hand && admin);
  if (!by_hand) return null;
  const webhook = webhooks.data?.find(({ purpose }) => purpose === 'geofence_monitor');
  return (
    <Banner tone="act" title="No live monitor events yet.">
      The tracking service does not let Waypost subscribe.{' '}
      {webhook?.address ? (
        <>
          Register this address there for geofence_monitor events:{' '}
          <MonoId label="address" value={webhook.address} max={48} />
        </>
      ) : (
        'Ask a Waypost administrator to register our address.'
      )}{' '}
      Until then, updates come from regular checks only.
    </Banner>
  );
}
