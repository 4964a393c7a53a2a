/** Buttons that lead to another page: links, so that they open in a tab of their own too. */
import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, Ref } from 'react';

export type AnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & {
  readonly ref?: Ref<HTMLAnchorElement>;
  /** Why it does not lead there; null or absent: it does. A link cannot be disabled: it says why and stays. */
  readonly disabledReason?: string | null;
};

export function guarded({ disabledReason = null, onClick, title, ...rest }: AnchorProps) {
  if (disabledReason === null) return { ...rest, title, onClick };
  return {
    ...rest,
    title: disabledReason,
    'aria-disabled': true,
    'data-disabled': true,
    onClick: (event: { preventDefault: () => void }) => event.preventDefault(),
  } as const;
}

export const LinkButton = createLink((props: ButtonProps & AnchorProps) => (
  <Button component="a" {...guarded(props)} />
));
