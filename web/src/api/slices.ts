/**
 * Parses a list of tens of thousands of items while it is still arriving, in slices, so that the page stays
 * responsive. The server writes the other fields first and then each item on its own line: `{"version":7,"items":[`,
 * items, `]}`, which is still one JSON document. A response without such lines is parsed at once.
 */

const HEAD = /^(\{[^\n]*)"items":\[\n/;
const TAIL = '\n]}';
/** Maximum time without yielding to other tasks, and characters parsed at a time (about 1 ms of work). */
const SLICE_MS = 8;
const SLICE_LENGTH = 64 * 1024;

interface SliceOptions<T, R> {
  /** The fields other than `items`; called once, before any items. */
  readonly onHead: (head: R) => void;
  readonly onItems: (items: readonly T[]) => void;
  readonly signal?: AbortSignal;
  readonly pause?: () => Promise<void>;
  readonly now?: () => number;
}

/** @throws SyntaxError for a response that is no such list or is truncated; the AbortError of `signal`. */
export async function readSlices<T, R>(
  chunks: AsyncIterable<string>,
  { onHead, onItems, signal, pause = nextTask, now = () => performance.now() }: SliceOptions<T, R>,
): Promise<void> {
  let text = '';
  let by_line = false;
  let began = now();
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    text += chunk;
    const head = by_line ? null : HEAD.exec(text);
    if (head) {
      by_line = true;
      onHead(JSON.parse(`${(head[1] ?? '').replace(/,$/, '')}}`) as R);
      text = text.slice(head[0].length);
    }
    if (!by_line) continue;
    for (let end = text.lastIndexOf(',\n'); end > 0; end = text.lastIndexOf(',\n')) {
      // At most one slice at a time, however much has arrived.
      const slice_end = end > SLICE_LENGTH ? text.indexOf(',\n', SLICE_LENGTH) : end;
      onItems(JSON.parse(`[${text.slice(0, slice_end)}]`) as T[]);
      text = text.slice(slice_end + 2);
      if (now() - began < SLICE_MS) continue;
      await pause();
      signal?.throwIfAborted();
      began = now();
    }
  }
  if (!by_line) {
    const { items, ...head } = JSON.parse(text) as { items: T[] };
    onHead(head as R);
    onItems(items);
    return;
  }
  // No comma follows the last item.
  if (!text.endsWith(TAIL)) throw new SyntaxError('the list was cut off');
  const last = text.slice(0, -TAIL.length);
  if (last !== '') onItems(JSON.parse(`[${last}]`) as T[]);
}

export async function* textOf(response: Response): AsyncGenerator<string> {
  if (!response.body) return;
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    // A no-op after the last chunk; otherwise discards the rest.
    void reader.cancel().catch(() => undefined);
  }
}

/** Resolves in a new task, without the delay that browsers add to nested timers. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
