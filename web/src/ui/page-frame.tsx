/** Parts of any page: the frame around it, what of it is printed, what of it scrolls. */
import { type ComponentType, createContext, type ReactNode } from 'react';
import chart from './chart/chart.module.css';
import ids from './MonoId.module.css';
import shared from './shared.module.css';

export interface PageParts {
  readonly title: string;
  /** Its name in a phone's bar of tabs, where the title is too long for it. */
  readonly tab?: string;
  /** Link to the page that this one is below. */
  readonly above?: ReactNode;
  /** Search and filters, in the middle of the bar. */
  readonly filters?: ReactNode;
  readonly actions?: ReactNode;
  /** `fill`: the content takes the height of the window and scrolls inside; `scroll`: it scrolls as a whole. */
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

/** Top bar and navigation, for views that fill them: given at the composition root, plain in tests. */
export const PageFrameContext = createContext<ComponentType<PageParts>>(PlainFrame);

/** What a view gets from its address. */
export interface ViewProps<Search> {
  readonly search: Search;
  /** `replace`: Back does not stop here. */
  readonly onSearch: (change: Partial<Search>, replace?: boolean) => void;
}

/** The part of a page that is printed: charts and their words, without the frame around them. */
export function PrintArea({ children }: { readonly children: ReactNode }) {
  return <div className={chart.area}>{children}</div>;
}

interface ScrolledProps {
  readonly label: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/** A part that scrolls by itself, by keyboard too. Where the page scrolls as one, its class says `overflow: visible`. */
export function Scrolled({ label, className = '', children }: ScrolledProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
    <section className={`${shared.scrolled} ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

interface LongTextProps {
  /** In a raised box, in the font of code. */
  readonly boxed?: boolean;
  readonly children: string;
}

/** Text as it came (a record, a message): longer or wider than its place, it is scrolled with the keyboard too. */
export function LongText({ boxed = false, children }: LongTextProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
    <pre className={boxed ? ids.box : undefined} tabIndex={0}>
      {children}
    </pre>
  );
}
