/** Reloads the page if the server responds: otherwise the browser would replace it by its own error page, which never comes back. */
export async function reloadIfReachable(): Promise<boolean> {
  const reachable = await fetch('/healthz', { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  );
  if (reachable) location.reload();
  return reachable;
}
