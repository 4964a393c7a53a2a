import type { BoardLoad } from '@waypost/contract/api/board';
import { useRef } from 'react';
import { GuardedButton } from '../../../ui/buttons.tsx';
import { CALL_CARRIER, callPopover, noCarrierReason } from './call.ts';

/** Opens the call popover of a load below the button. */
export function CallButton({ load }: { readonly load: BoardLoad }) {
  const place = useRef<HTMLSpanElement>(null);
  const open = () => {
    const button = place.current?.querySelector('button');
    if (button) callPopover.open(load.load_id, button);
  };
  return (
    <span ref={place}>
      <GuardedButton disabledReason={noCarrierReason(load)} onClick={open}>
        {CALL_CARRIER}
      </GuardedButton>
    </span>
  );
}
