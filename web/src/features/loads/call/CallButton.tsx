import { Button } from '@mantine/core';
import type { BoardLoad } from '@waypost/contract/api/board';
import { useRef } from 'react';
import { type ShortcutHelp, useShortcuts } from '../../../ui/keys.ts';
import { CALL_CARRIER, callPopover } from './call.ts';

const KEYS: ShortcutHelp = [[['p'], 'Call the carrier of the open load']];

interface CallButtonProps {
  readonly load: BoardLoad;
  readonly variant: 'filled' | 'default';
}

/** Opens the call popover of the open load below the button. */
export function CallButton({ load: { load_id }, variant }: CallButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const call = () => button.current && callPopover.open(load_id, button.current);
  useShortcuts({ p: call }, KEYS);
  return (
    <Button ref={button} variant={variant} onClick={call}>
      {CALL_CARRIER}
    </Button>
  );
}
