import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ComponentProps, ComponentType } from 'react';

type ElementProps = Omit<ComponentProps<'button'>, keyof ActionIconProps | 'children'>;

export interface IconButtonProps extends Omit<ActionIconProps, 'children'>, ElementProps {
  readonly label: string;
  /** Default: the label. */
  readonly tip?: string;
  readonly icon: ComponentType<{ readonly size?: number; readonly 'aria-hidden'?: boolean }>;
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
