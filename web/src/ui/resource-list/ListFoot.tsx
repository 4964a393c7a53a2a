/** The line below a list: how much is shown, how all this is known, and as of when. */
import type { ReactNode } from 'react';
import { personLocale } from '../locale.ts';
import shared from '../shared.module.css';
import classes from './ListLayout.module.css';

export function ListFoot({ children }: { readonly children: ReactNode }) {
  return <div className={`${shared.fixedSmall} ${shared.row} ${classes.foot}`}>{children}</div>;
}

/** How it is known; the first that is cut off where there is no room, and then said on hover. */
export function FootSource({ text }: { readonly text: string }) {
  return (
    <span className={`${shared.ellipsis} ${classes.source}`} title={text}>
      {text}
    </span>
  );
}

export interface FootEndProps {
  /** On hover. */
  readonly title?: string;
  readonly children: ReactNode;
}

/** As of when, and whose times these are. */
export function FootEnd({ title, children }: FootEndProps) {
  return (
    <span className={classes.end} title={title}>
      {children}
    </span>
  );
}

/** A part of it that a phone has no room for. */
export function NotOnPhone({ children }: { readonly children: ReactNode }) {
  return <span className={classes.wide}>{children}</span>;
}

/**
 * @param words one and many: `['monitor', 'monitors']`
 * @returns `12 of 1,200 monitors match`, or `1,200 monitors` when nothing is filtered
 */
export function shownText(
  shown: number,
  total: number,
  filtered: boolean,
  [one, many]: readonly [string, string],
): string {
  const all = total.toLocaleString(personLocale());
  if (filtered) return `${shown.toLocaleString(personLocale())} of ${all} ${many} match`;
  return `${all} ${total === 1 ? one : many}`;
}
