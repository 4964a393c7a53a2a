/** The component of a page, whose script comes when its address is first opened. */
import { lazyRouteComponent } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { ViewProps } from '../pages/view-page.tsx';
import { useWritingKey } from '../ui/prefs.ts';

/**
 * Numbers and times are written by plain functions that nobody subscribes to: the page subscribes for them and renders
 * again, in place, so that what somebody is typing is kept.
 * @param name of the component in its module
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Readonly<Record<Name, () => ReactNode>>>,
  name: Name,
): (() => ReactNode) & { readonly preload: () => Promise<void> } {
  const Page: ComponentType & { preload?: (() => Promise<void> | undefined) | undefined } =
    lazyRouteComponent(async () => ({ default: (await load())[name] }), 'default');
  const WrittenPage = () => {
    useWritingKey();
    return <Page />;
  };
  return Object.assign(WrittenPage, { preload: async () => Page.preload?.() });
}

/** The page of a view that lives from its address. */
export function lazyView<Name extends string, Search extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<ViewProps<Search>>>>>,
  name: Name,
) {
  return lazyPage(async () => {
    const [{ viewPage }, views] = await Promise.all([import('../pages/view-page.tsx'), load()]);
    return { Page: viewPage(views[name]) };
  }, 'Page');
}
