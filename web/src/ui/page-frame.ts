/** The frame around a page (top bar, navigation), for views that fill it: given at the composition root, plain in tests. */
import { type ComponentType, createContext, createElement, Fragment, type ReactNode } from 'react';

export interface PageParts {
  readonly title: string;
  /** Its name in a phone's bar of tabs, where the title is too long for it. */
  readonly tab?: string;
  /** Link to the page that this one is below. */
  readonly above?: ReactNode;
  /** Search and filters, in the middle of the bar. */
  readonly filters?: ReactNode;
  /** Buttons of the page. */
  readonly actions?: ReactNode;
  /** `fill`: the content takes the height of the window and scrolls inside; `scroll`: it scrolls as a whole. */
  readonly fit?: 'fill' | 'scroll';
  readonly children: ReactNode;
}

const PlainFrame = ({ filters, actions, children }: PageParts) =>
  createElement(Fragment, null, filters, actions, children);

export const PageFrameContext = createContext<ComponentType<PageParts>>(PlainFrame);

/** What a view gets from its address. */
export interface ViewProps<Search> {
  readonly search: Search;
  /** `replace`: Back does not stop here. */
  readonly onSearch: (change: Partial<Search>, replace?: boolean) => void;
}
