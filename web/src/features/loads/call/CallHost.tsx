import { LazyBoundary, lazyWithRetry, showLoadFailure } from '../../../ui/lazy-with-retry.tsx';
import { callPopover, useCallRequest } from './call.ts';

const CallPopover = lazyWithRetry(() => import('./CallPopover.tsx'));

/** Shows the call popover of a load while one is open. */
export function CallHost() {
  const request = useCallRequest();
  return (
    <LazyBoundary
      onFailure={() => {
        callPopover.close();
        showLoadFailure();
      }}
    >
      {request && <CallPopover key={request.load_id} {...request} onClose={callPopover.close} />}
    </LazyBoundary>
  );
}
