/** The part of a page that is printed: charts and their words, without the frame around them. */
import type { ReactNode } from 'react';
import classes from './chart.module.css';

export function PrintArea({ children }: { readonly children: ReactNode }) {
  return <div className={classes.area}>{children}</div>;
}
