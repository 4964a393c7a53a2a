/** Buttons with an icon, buttons that explain why they are disabled, link buttons, and copy buttons. */
import {
  ActionIcon,
  type ActionIconProps,
  Box,
  type ButtonProps,
  Button as PlainButton,
  Tooltip,
} from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type {
  AnchorHTMLAttributes,
  ComponentProps,
  ComponentType,
  ReactElement,
  ReactNode,
  Ref,
} from 'react';
import { IconCheck, IconCopy } from './icons.ts';
import ids from './MonoId.module.css';
import { useCopy } from './MonoId.tsx';
import shared from './shared.module.css';
import { toast } from './toasts.ts';

interface IconProps {
  /** Before the words. */
  readonly icon?: ComponentType<{ readonly size?: number; readonly 'aria-hidden'?: boolean }>;
}

const sectionOf = ({ icon: Icon }: IconProps) => Icon && <Icon size={16} aria-hidden />;

type ButtonElementProps = ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps> & IconProps;

export const Button = ({ icon, ...button }: ButtonElementProps) => (
  <PlainButton leftSection={sectionOf({ icon })} {...button} />
);

interface GuardedButtonProps extends ButtonProps, IconProps {
  /** Null when the button is enabled. */
  readonly disabledReason: string | null;
  readonly onClick?: () => void;
  readonly type?: 'button' | 'submit';
  /** Id of the form to submit, for a button outside of it. */
  readonly form?: string;
  readonly autoFocus?: boolean;
  readonly children: ReactNode;
}

export interface IconButtonProps
  extends Omit<ActionIconProps, 'children'>,
    Omit<ComponentProps<'button'>, keyof ActionIconProps | 'children'>,
    Required<IconProps> {
  readonly label: string;
  /** Default: the label. */
  readonly tip?: string;
  readonly icon_size?: number;
}

/** A button with an icon only: its label is read out, its tip is shown. */
export const IconButton = ({
  label,
  tip = label,
  icon: Icon,
  icon_size = 16,
  ...button
}: IconButtonProps) => (
  <Tooltip label={tip}>
    <ActionIcon aria-label={label} {...button}>
      <Icon size={icon_size} aria-hidden />
    </ActionIcon>
  </Tooltip>
);

interface ReasonTipProps {
  readonly reason: string | null;
  readonly children: ReactElement;
}

/** Why something is disabled, also when it is tapped; null when it is not. */
export const ReasonTip = ({ reason, children }: ReasonTipProps) => (
  <Tooltip
    label={reason}
    disabled={reason === null}
    events={{ hover: true, focus: true, touch: true }}
    multiline
    maw={280}
  >
    {children}
  </Tooltip>
);

/** When disabled it stays focusable and shows the reason, but does nothing. */
export function GuardedButton({ disabledReason, onClick, children, ...button }: GuardedButtonProps) {
  return (
    <ReasonTip reason={disabledReason}>
      <Button
        {...button}
        data-disabled={disabledReason !== null || undefined}
        aria-disabled={disabledReason !== null || undefined}
        onClick={(event) => (disabledReason === null ? onClick?.() : event.preventDefault())}
      >
        {children}
      </Button>
    </ReasonTip>
  );
}

export type AnchorProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps> & {
  readonly ref?: Ref<HTMLAnchorElement>;
  /** Null or absent when the link works. Links cannot be disabled: a guarded one shows the reason and does not navigate. */
  readonly disabledReason?: string | null;
};

export function guarded({ disabledReason = null, onClick, title, ...rest }: AnchorProps) {
  if (disabledReason === null) return { ...rest, title, onClick };
  return {
    ...rest,
    'aria-disabled': true,
    'data-disabled': true,
    onClick: (event: { preventDefault: () => void }) => event.preventDefault(),
  } as const;
}

/** A link styled as a button, so that it can also be opened in a new tab. */
export const LinkButton = createLink(({ icon, ...props }: ButtonProps & AnchorProps & IconProps) => (
  <ReasonTip reason={props.disabledReason ?? null}>
    <PlainButton component="a" leftSection={sectionOf({ icon })} {...guarded(props)} />
  </ReasonTip>
));

interface CopyButtonProps extends ButtonProps {
  readonly text: string;
  readonly onCopied?: (() => void) | undefined;
  readonly 'aria-label'?: string;
  readonly autoFocus?: boolean;
  readonly children?: string;
}

export function CopyButton({ text, onCopied, children = 'Copy', ...button }: CopyButtonProps) {
  const { copied, copy } = useCopy();
  const Icon = copied ? IconCheck : IconCopy;
  const onClick = async () => {
    if (await copy(text)) onCopied?.();
    else toast({ title: 'Your browser blocked copying', text: 'Select the text to copy it.' });
  };
  return (
    <Button {...button} icon={Icon} onClick={() => void onClick()}>
      {copied ? 'Copied' : children}
    </Button>
  );
}

interface ShownOnceProps {
  readonly label: string;
  readonly secret: string;
  readonly action: string;
  readonly lead: ReactNode;
  readonly buttons?: ReactNode;
  /** True when the button that created the secret had the focus and has disappeared: the copy button takes it. */
  readonly takesFocus?: boolean;
  readonly children?: ReactNode;
}

/** Shows a secret once, right after it was created. */
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
