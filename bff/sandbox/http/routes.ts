/** Matches a request to an endpoint descriptor. */
import type { Endpoint } from '@waypost/contract/endpoint';

interface Route {
  readonly endpoint: Endpoint;
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

export type Match =
  | { readonly found: 'endpoint'; readonly endpoint: Endpoint; readonly params: Record<string, string> }
  | { readonly found: 'other_methods'; readonly allow: string }
  | { readonly found: 'nothing' };

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A path without parameters takes precedence over one with parameters. */
export class Routes {
  readonly #routes: readonly Route[];

  constructor(endpoints: readonly Endpoint[]) {
    this.#routes = endpoints
      .map((endpoint) => {
        const names: string[] = [];
        const pattern = endpoint.path
          .split(/(\{\w+\})/)
          .map((part) => {
            if (!part.startsWith('{')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
            names.push(part.slice(1, -1));
            return '([^/]+)';
          })
          .join('');
        return { endpoint, names, pattern: new RegExp(`^${pattern}$`) };
      })
      .sort((a, b) => a.names.length - b.names.length);
  }

  match(method: string, path: string): Match {
    const matching = this.#routes.filter(({ pattern }) => pattern.test(path));
    const route = matching.find(({ endpoint }) => endpoint.method === method);
    if (!route) {
      if (matching.length === 0) return { found: 'nothing' };
      const allow = [...new Set(matching.map(({ endpoint }) => endpoint.method))].sort().join(', ');
      return { found: 'other_methods', allow };
    }
    const values = route.pattern.exec(path)?.slice(1) ?? [];
    const params = Object.fromEntries(route.names.map((name, i) => [name, decode(values[i] ?? '')]));
    return { found: 'endpoint', endpoint: route.endpoint, params };
  }
}
