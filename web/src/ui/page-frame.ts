/** The frame around a page (top bar, navigation), for views that fill it: given at the composition root, plain in tests. */
import { type ComponentType, createContext, createElement, Fragment, type ReactNode } from 'react';

export interface PageParts {
  readonly title: string;
  /** Search and filters, in the middle of the bar. */
  readonly filters?: ReactNode;
  /** Buttons of the page. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

const PlainFrame = ({ filters, actions, children }: PageParts) =>
  createElement(Fragment, null, filters, actions, children);

export const PageFrameContext = createContext<ComponentType<PageParts>>(PlainFrame);
