/** Items of a menu that lead to another page: links too. A file of its own, so that a button does not bring the menu with it. */
import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type AnchorProps, guarded } from './buttons.tsx';

export const LinkMenuItem = createLink((props: MenuItemProps & AnchorProps) => (
  <Menu.Item component="a" {...guarded(props)} />
));
