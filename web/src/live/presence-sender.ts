/** Tells the server which load this page shows and whether its carrier is being called; renewed while the page is visible. */
import { PRESENCE_RENEWAL_MS } from '@waypost/contract/api/presence';
import { PRESENCE_ROUTES } from '@waypost/contract/api/presence-routes';
import { useEffect } from 'react';
import { useApi } from '../api/context.ts';
import type { Http } from '../api/http.ts';

const tab = crypto.randomUUID();
/** What parts of this page show: an open panel, and the call popover on top of it, which counts. */
const shown = new Map<symbol, { readonly load_id: string; readonly calling: boolean }>();
let sent: string | null = null;
let timer: ReturnType<typeof setInterval> | null = null;

const current = () => {
  const all = [...shown.values()];
  return all.findLast(({ calling }) => calling) ?? all.at(-1) ?? { load_id: null, calling: false };
};

/** A hint for others: when it cannot be sent, the next renewal does. */
function send(http: Http, body: { readonly load_id: string | null; readonly calling: boolean }): void {
  sent = JSON.stringify(body);
  http
    .call(PRESENCE_ROUTES.putPresence, { body: { tab, ...body }, background: true, keepalive: true })
    .catch(() => {
      sent = null;
    });
}

function update(http: Http): void {
  if (JSON.stringify(current()) !== sent) send(http, current());
  if (shown.size > 0) timer ??= setInterval(() => renew(http), PRESENCE_RENEWAL_MS);
  else if (timer !== null) {
    clearInterval(timer);
    timer = null;
  }
}

function renew(http: Http): void {
  if (!document.hidden) send(http, current());
}

/** Announces that this page shows a load, until it unmounts. `calling`: also that its carrier is being called. */
export function useAnnouncePresence(load_id: string, calling = false): void {
  const { http } = useApi();
  useEffect(() => {
    const key = Symbol();
    shown.set(key, { load_id, calling });
    // In a task, so that a change from one load to the next is one request.
    const later = setTimeout(() => update(http));
    const leave = () => send(http, { load_id: null, calling: false });
    const show = () => renew(http);
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', show);
    return () => {
      clearTimeout(later);
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', show);
      shown.delete(key);
      setTimeout(() => update(http));
    };
  }, [http, load_id, calling]);
}
