/** A button that says why it cannot be used: it stays in reach of the pointer and the keyboard, and does nothing. */
import { Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

export interface GuardedButtonProps extends ButtonProps {
  /** Why not; null: it may be used. */
  readonly disabledReason: string | null;
  readonly onClick?: () => void;
  readonly type?: 'button' | 'submit';
  /** Id of the form that it submits, when it stands outside. */
  readonly form?: string;
  readonly children: ReactNode;
}

export function GuardedButton({ disabledReason, onClick, children, ...button }: GuardedButtonProps) {
  return (
    <Tooltip label={disabledReason} disabled={disabledReason === null} multiline maw={280}>
      <Button
        {...button}
        data-disabled={disabledReason !== null || undefined}
        aria-disabled={disabledReason !== null || undefined}
        onClick={(event) => (disabledReason === null ? onClick?.() : event.preventDefault())}
      >
        {children}
      </Button>
    </Tooltip>
  );
}
