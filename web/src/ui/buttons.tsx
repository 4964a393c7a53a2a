/** Buttons that say why they cannot be used, lead to another page, or copy. */
import { Box, Button, type ButtonProps, Tooltip } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react';
import { IconCheck, IconCopy } from './icons.ts';
import ids from './MonoId.module.css';
import { useCopy } from './MonoId.tsx';
import shared from './shared.module.css';
import { toast } from './toasts.ts';

interface GuardedButtonProps extends ButtonProps {
  /** Why not; null: it may be used. */
  readonly disabledReason: string | null;
  readonly onClick?: () => void;
  readonly type?: 'button' | 'submit';
  /** Id of the form that it submits, when it stands outside. */
  readonly form?: string;
  readonly children: ReactNode;
}

/** Says why it cannot be used: it stays in reach of the pointer and the keyboard, and does nothing. */
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

/** Leads to another page: a link, so that it opens in a tab of its own too. */
export const LinkButton = createLink((props: ButtonProps & AnchorProps) => (
  <Button component="a" {...guarded(props)} />
));

interface CopyButtonProps extends ButtonProps {
  readonly text: string;
  readonly onCopied?: (() => void) | undefined;
  readonly 'aria-label'?: string;
  readonly autoFocus?: boolean;
  readonly children?: string;
}

/** Puts a text on the clipboard, and says so. */
export function CopyButton({ text, onCopied, children = 'Copy', ...button }: CopyButtonProps) {
  const { copied, copy } = useCopy();
  const Icon = copied ? IconCheck : IconCopy;
  const take = async () => {
    if (await copy(text)) onCopied?.();
    else toast({ title: 'Your browser blocked copying', text: 'Select the text to copy it.' });
  };
  return (
    <Button {...button} leftSection={<Icon size={16} aria-hidden />} onClick={() => void take()}>
      {copied ? 'Copied' : children}
    </Button>
  );
}

interface ShownOnceProps {
  /** Name of the region: "The new API key". */
  readonly label: string;
  readonly secret: string;
  /** On the button that copies: "Copy key". */
  readonly action: string;
  /** Above the secret: that nobody can read it again. */
  readonly lead: ReactNode;
  readonly buttons?: ReactNode;
  /** Where the button that made it had the focus and is gone: the one that copies takes it. */
  readonly takesFocus?: boolean;
  readonly children?: ReactNode;
}

/** A secret right after it was made. */
export function ShownOnce(props: ShownOnceProps) {
  const { label, secret, action, lead, buttons, takesFocus = false, children } = props;
  return (
    <Box
      component="section"
      aria-label={label}
      className={`${shared.columnTight} ${ids.once}`}
      px={16}
      py={12}
      bg="var(--wp-raised)"
    >
      <p role="status">{lead}</p>
      <Box
        component="code"
        className={`${shared.box} ${shared.anywhere}`}
        p={8}
        bg="var(--wp-page)"
        style={{ userSelect: 'all' }}
      >
        {secret}
      </Box>
      <div className={shared.wrapped}>
        <CopyButton variant="filled" text={secret} autoFocus={takesFocus}>
          {action}
        </CopyButton>
        {buttons}
      </div>
      {children}
    </Box>
  );
}
