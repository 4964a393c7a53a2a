import { ActionIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import classes from './map.module.css';

export interface MapButtonProps {
  readonly label: string;
  readonly icon: Icon;
  readonly onClick: () => void;
  readonly disabled?: boolean;
  readonly expanded?: boolean;
  readonly controls?: string;
}

/** One of the buttons in the corner of a map. */
export function MapButton({ label, icon: Shape, onClick, disabled, expanded, controls }: MapButtonProps) {
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      data-tip={label}
      data-tip-side="left"
      onClick={onClick}
      disabled={disabled}
      aria-expanded={expanded}
      aria-controls={expanded ? controls : undefined}
      className={classes.control}
    >
      <Shape size={18} stroke={1.75} aria-hidden="true" />
    </ActionIcon>
  );
}
