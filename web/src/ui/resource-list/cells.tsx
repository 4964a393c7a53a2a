/** What the cells of a table and the cards of a phone are made of, in every list. */
import type { ComponentType, ReactNode, SVGProps } from 'react';
import shared from '../shared.module.css';
import classes from './cells.module.css';

interface TextProps {
  readonly children: ReactNode;
  /** On hover: the whole text where it may be cut off. */
  readonly title?: string | undefined;
}

/** The name of what the row is about. */
export const Primary = ({ children, title }: TextProps) => (
  <div className={`${shared.strong} ${shared.ellipsis}`} title={title}>
    {children}
  </div>
);

/** A second line, smaller. */
export function Secondary({ children, title, strong }: TextProps & { readonly strong?: boolean }) {
  return (
    <div
      className={`${shared.small} ${shared.ellipsis} ${classes.secondary}`}
      title={title}
      data-strong={strong || undefined}
    >
      {children}
    </div>
  );
}

export const Truncated = ({ children, title }: TextProps) => (
  <div className={shared.ellipsis} title={title}>
    {children}
  </div>
);

interface LinesProps extends TextProps {
  readonly small?: boolean;
  /** More lines than two, where the row is high enough. */
  readonly most?: number;
}

/** What does not fit into two lines is said on hover and in the panel. */
export const TwoLines = ({ children, title, small, most }: LinesProps) => (
  <div
    className={classes.twoLines}
    title={title}
    data-small={small || undefined}
    style={{ WebkitLineClamp: most }}
  >
    {children}
  </div>
);

/** A line of a card: one thing at its left, one at its right. */
export const CardLine = ({ children }: { readonly children: ReactNode }) => (
  <div className={`${shared.row} ${classes.line}`}>{children}</div>
);

type Icon = ComponentType<{ readonly size?: number } & Pick<SVGProps<SVGSVGElement>, 'aria-hidden'>>;

interface StatusProps {
  readonly icon: Icon;
  /** `strong`: somebody should look at it; `quiet`: all is well; `past`: it is over. */
  readonly tone?: 'strong' | 'quiet' | 'past' | undefined;
  readonly large?: boolean | undefined;
  readonly children: ReactNode;
}

/** A status as icon and word. No color: color means the health of a load. */
export function Status({ icon: Icon, tone, large = false, children }: StatusProps) {
  return (
    <span className={classes.status} data-tone={tone} data-large={large || undefined}>
      <Icon size={large ? 18 : 14} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
