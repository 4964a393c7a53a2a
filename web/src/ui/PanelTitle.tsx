/** Heading of what is open beside a list. A long name wraps, and one that is longer still scrolls: nothing of it is cut off. */
import type { Ref } from 'react';
import classes from './Section.module.css';

/** Characters that fit into the lines of a title; more scroll, and what scrolls is reached by keyboard. */
const FITS = 120;

export interface PanelTitleProps {
  readonly ref?: Ref<HTMLHeadingElement>;
  readonly children: string;
}

export function PanelTitle({ ref, children }: PanelTitleProps) {
  return (
    <h2 ref={ref} tabIndex={children.length > FITS ? 0 : -1} className={classes.panelTitleTitle}>
      {children}
    </h2>
  );
}
