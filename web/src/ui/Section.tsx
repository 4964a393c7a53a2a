/** A titled section of a panel, and name-value rows for it. */
import { type ReactNode, useId } from 'react';
import classes from './Section.module.css';
import shared from './shared.module.css';

interface SectionProps {
  readonly title: string;
  readonly aside?: ReactNode;
  /** 2 directly below the page title. */
  readonly level?: 2 | 3;
  readonly children: ReactNode;
}

export function Section({ title, aside, level = 3, children }: SectionProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <Heading id={id} className={`${shared.small} ${shared.strongText} ${classes.title}`}>
          {title}
        </Heading>
        {aside}
      </div>
      {children}
    </section>
  );
}

interface FactsProps {
  readonly wide?: boolean;
  readonly children: ReactNode;
}

export function Facts({ wide = false, children }: FactsProps) {
  return (
    <dl className={classes.facts} data-wide={wide || undefined}>
      {children}
    </dl>
  );
}

/** Renders nothing without a value, instead of a dash. */
export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null;
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
