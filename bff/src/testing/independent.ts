/** Reads the service like any other client, bypassing all of our code, to compare with what we report. */
import type { SandboxLine } from './server.ts';

export async function clientToken(line: SandboxLine): Promise<string> {
  const answer = await fetch(line.token_url, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: line.client_id,
      client_secret: line.client_secret,
      scope: 'organization',
    }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Every item of a list, page by page. */
export async function everyItem<T>(line: SandboxLine, path: string, size: number): Promise<T[]> {
  const authorization = `Bearer ${await clientToken(line)}`;
  const items: T[] = [];
  for (let cursor = ''; ; ) {
    const url = `${line.base_url}${path}${path.includes('?') ? '&' : '?'}size=${size}${cursor}`;
    const answer = await fetch(url, { headers: { authorization } });
    if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
    const page = (await answer.json()) as { items: T[]; next_page: string | null };
    items.push(...page.items);
    if (page.next_page === null) return items;
    cursor = `&cursor=${encodeURIComponent(page.next_page)}`;
  }
}
