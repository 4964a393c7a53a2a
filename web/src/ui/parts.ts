/**
 * Panels, the call and menus are loaded when first used, which may be when the connection is gone. This has the browser
 * fetch them when it is idle, without running them.
 */
export function fetchParts(page: Document): void {
  const paths = page.querySelector<HTMLMetaElement>('meta[name="parts"]')?.content.split(' ') ?? [];
  const links = paths
    .filter((path) => path !== '')
    .map((href) => Object.assign(page.createElement('link'), { rel: 'prefetch', href }));
  page.head.append(...links);
}
