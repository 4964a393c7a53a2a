/** Puts a text on the clipboard, and says so; and what is shown once with such a button. */
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './CopyButton.module.css';
import { useCopy } from './copy.ts';
import { IconCheck, IconCopy } from './icons.ts';
import shared from './shared.module.css';
import { toast } from './toasts.ts';

export interface CopyButtonProps extends ButtonProps {
  readonly text: string;
  readonly onCopied?: (() => void) | undefined;
  readonly 'aria-label'?: string;
  readonly autoFocus?: boolean;
  /** The word on it. */
  readonly children?: string;
}

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

export interface ShownOnceProps {
  /** Name of the region: "The new API key". */
  readonly label: string;
  readonly secret: string;
  /** On the button that copies: "Copy key". */
  readonly action: string;
  /** Above the secret: that nobody can read it again. */
  readonly lead: ReactNode;
  /** Beside the button that copies. */
  readonly buttons?: ReactNode;
  /** Where the button that made it had the focus and is gone: the one that copies takes it. */
  readonly takesFocus?: boolean;
  /** What it is for. */
  readonly children?: ReactNode;
}

/** A secret right after it was made. */
export function ShownOnce(props: ShownOnceProps) {
  const { label, secret, action, lead, buttons, takesFocus = false, children } = props;
  return (
    <section className={classes.once} aria-label={label}>
      <p role="status">{lead}</p>
      <code>{secret}</code>
      <div className={shared.wrapped}>
        <CopyButton variant="filled" text={secret} autoFocus={takesFocus}>
          {action}
        </CopyButton>
        {buttons}
      </div>
      {children}
    </section>
  );
}
