/** A part that scrolls by itself, by keyboard too. Where the page scrolls as one, its class says `overflow: visible`. */
import type { ReactNode } from 'react';
import shared from './shared.module.css';

export interface ScrolledProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

export function Scrolled({ label, className = '', children }: ScrolledProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
    <section className={`${shared.scrolled} ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
