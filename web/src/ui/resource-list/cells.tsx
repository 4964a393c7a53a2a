import type { ComponentType, ReactNode, SVGProps } from 'react';
import shared from '../shared.module.css';
import classes from './cells.module.css';

interface TextProps {
  readonly children: ReactNode;
  /** Complete text on hover, when it may be truncated. */
  readonly title?: string | undefined;
}

export const Primary = ({ children, title }: TextProps) => (
  <div className={`${shared.strong} ${shared.ellipsis} ${classes.primary}`} title={title}>
    {children}
  </div>
);

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
  /** Maximum number of lines; default: two. */
  readonly max?: number;
}

/** Truncated text must be available as `title` and in the panel. */
export const TwoLines = ({ children, title, small, max }: LinesProps) => (
  <div
    className={classes.twoLines}
    title={title}
    data-small={small || undefined}
    style={{ WebkitLineClamp: max }}
  >
    {children}
  </div>
);

export const CardLine = ({ children }: { readonly children: ReactNode }) => (
  <div className={`${shared.row} ${classes.line}`}>{children}</div>
);

type Icon = ComponentType<{ readonly size?: number } & Pick<SVGProps<SVGSVGElement>, 'aria-hidden'>>;

interface StatusProps {
  readonly icon: Icon;
  /** `strong`: needs attention; `quiet`: OK; `past`: over. */
  readonly tone?: 'strong' | 'quiet' | 'past' | undefined;
  readonly large?: boolean | undefined;
  readonly children: ReactNode;
}

/** A status as icon and word; without color, which is reserved for health. */
export function Status({ icon: Icon, tone, large = false, children }: StatusProps) {
  return (
    <span className={classes.status} data-tone={tone} data-large={large || undefined}>
      <Icon size={large ? 18 : 14} aria-hidden />
      <span>{children}</span>
    </span>
  );
}
