/** Says what narrows the list below it, and leads back to all of it. */
import { CloseButton } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Banner.module.css';

export interface FilterLineProps {
  readonly name?: string | undefined;
  readonly note: string;
  /** Words of the button that ends it. */
  readonly leave: string;
  readonly onLeave: () => void;
  readonly children?: ReactNode;
}

export function FilterLine({ name, note, leave, onLeave, children }: FilterLineProps) {
  return (
    <div className={classes.filterLineLine} role={name === undefined ? 'status' : undefined}>
      {name !== undefined && <bdi className={classes.name}>{name}</bdi>}
      {note !== '' && <span className={classes.note}>{note}</span>}
      {children}
      <CloseButton size={24} iconSize={16} aria-label={leave} data-tip={leave} onClick={onLeave} />
    </div>
  );
}
