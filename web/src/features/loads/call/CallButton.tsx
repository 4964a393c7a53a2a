import { Button } from '@mantine/core';
import type { BoardLoad } from '@waypost/contract/api/board';
import { CALL_CARRIER, callPopover } from './call.ts';

interface CallButtonProps {
  readonly load: BoardLoad;
  readonly variant: 'filled' | 'default';
}

/** Opens the call popover of a load below the button. */
export function CallButton({ load: { load_id }, variant }: CallButtonProps) {
  return (
    <Button variant={variant} onClick={({ currentTarget }) => callPopover.open(load_id, currentTarget)}>
      {CALL_CARRIER}
    </Button>
  );
}
