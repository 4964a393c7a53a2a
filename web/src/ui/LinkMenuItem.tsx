/** Menu items that are links to pages. A separate file, so that buttons.tsx does not import the menu. */
import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type AnchorProps, guarded, ReasonTip } from './buttons.tsx';

export const LinkMenuItem = createLink((props: MenuItemProps & AnchorProps) => (
  <ReasonTip reason={props.disabledReason ?? null}>
    <Menu.Item component="a" {...guarded(props)} />
  </ReasonTip>
));
