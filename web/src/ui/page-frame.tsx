/** Elements of every page: its frame, scrollable regions. */
import { type ComponentType, createContext, type ReactNode } from 'react';
import ids from './MonoId.module.css';
import shared from './shared.module.css';

export interface PageParts {
  readonly title: string;
  /** Short title for a phone's tab bar. */
  readonly tab?: string;
  /** Link to the parent page. */
  readonly above?: ReactNode;
  readonly filters?: ReactNode;
  readonly actions?: ReactNode;
  /** `fill`: the content fills the window and scrolls inside; `scroll`: the page scrolls as a whole. */
  readonly fit?: 'fill' | 'scroll';
  readonly children: ReactNode;
}

const PlainFrame = ({ filters, actions, children }: PageParts) => (
  <>
    {filters}
    {actions}
    {children}
  </>
);

/** Top bar and navigation around a view: provided in the composition root, plain in tests. */
export const PageFrameContext = createContext<ComponentType<PageParts>>(PlainFrame);

export interface ViewProps<Search> {
  readonly search: Search;
  /** `replace`: without a new entry in the browser history. */
  readonly onSearch: (change: Partial<Search>, replace?: boolean) => void;
}

interface ScrollRegionProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** Focusable, so that it scrolls by keyboard. Where the whole page scrolls, the class sets `overflow: visible`. */
export function ScrollRegion({ label, className = '', children }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard.
    <section className={`${shared.scrolled} ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

interface LongTextProps {
  readonly boxed?: boolean;
  readonly children: string;
}

export function LongText({ boxed = false, children }: LongTextProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keyboard.
    <pre className={boxed ? ids.box : undefined} tabIndex={0}>
      {children}
    </pre>
  );
}
