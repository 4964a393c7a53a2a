/** A browser's event stream in a test. */
import { get, type IncomingMessage } from 'node:http';
import type { TestBrowser } from './browser.ts';

export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
  /** When it was received, ms. */
  readonly at: number;
}

export interface TestStream {
  readonly events: readonly StreamEvent[];
  close(): void;
}

/** @param last_event_id replays what has changed since then; missing: only new changes */
export async function openStream(
  server: string,
  browser: TestBrowser,
  last_event_id?: string,
): Promise<TestStream> {
  const cookie = browser.cookie(server, '__Host-waypost')?.value ?? '';
  const events: StreamEvent[] = [];
  const query = last_event_id === undefined ? '' : `?last_event_id=${last_event_id}`;
  const request = get(`${server}/api/events${query}`, {
    headers: { cookie: `__Host-waypost=${cookie}` },
    agent: false,
  });
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
  if (response.statusCode !== 200) throw new Error(`the stream was answered ${response.statusCode}`);
  let rest = '';
  response.setEncoding('utf8');
  response.on('data', (text: string) => {
    const frames = (rest + text).split('\n\n');
    rest = frames.pop() ?? '';
    for (const frame of frames) {
      const event = /^event: (.*)$/m.exec(frame)?.[1];
      const data = /^data: (.*)$/m.exec(frame)?.[1];
      if (event && data) events.push({ event, data: JSON.parse(data) as unknown, at: Date.now() });
    }
  });
  response.on('error', () => undefined);
  return { events, close: () => request.destroy() };
}
