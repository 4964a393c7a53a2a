/**
 * A list of tens of thousands of things, taken in piece by piece while it comes, so that nothing else on the page has to wait for
 * it. The server writes what stands beside the items first and then each item on a line of its own: `{"version":7,"items":[`,
 * items, `]}`, which is still one JSON document. An answer without such lines is read as a whole.
 */

const HEAD = /^(\{[^\n]*)"items":\[\n/;
const TAIL = '\n]}';
/** Longest that the page is kept from anything else, and how much is read at a time: about a millisecond's work. */
const TURN_MS = 8;
const PIECE = 64 * 1024;

interface SliceOptions<T, R> {
  /** What stands beside `items`; called once, before any of them. */
  readonly onHead: (head: R) => void;
  readonly onItems: (items: readonly T[]) => void;
  readonly signal?: AbortSignal;
  /** Lets everything else have its turn. */
  readonly pause?: () => Promise<void>;
  readonly now?: () => number;
}

/** @throws SyntaxError for what is no such list or was cut off, and the AbortError of `signal`. */
export async function readSlices<T, R>(
  chunks: AsyncIterable<string>,
  { onHead, onItems, signal, pause = nextTask, now = () => performance.now() }: SliceOptions<T, R>,
): Promise<void> {
  let text = '';
  let lined = false;
  let began = now();
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    text += chunk;
    const head = lined ? null : HEAD.exec(text);
    if (head) {
      lined = true;
      onHead(JSON.parse(`${(head[1] ?? '').replace(/,$/, '')}}`) as R);
      text = text.slice(head[0].length);
    }
    if (!lined) continue;
    for (let end = text.lastIndexOf(',\n'); end > 0; end = text.lastIndexOf(',\n')) {
      // Not more than a piece at a time, however much has come.
      const piece = end > PIECE ? text.indexOf(',\n', PIECE) : end;
      onItems(JSON.parse(`[${text.slice(0, piece)}]`) as T[]);
      text = text.slice(piece + 2);
      if (now() - began < TURN_MS) continue;
      await pause();
      signal?.throwIfAborted();
      began = now();
    }
  }
  if (!lined) {
    const { items, ...head } = JSON.parse(text) as { items: T[] };
    onHead(head as R);
    onItems(items);
    return;
  }
  // The last item has no comma behind it.
  if (!text.endsWith(TAIL)) throw new SyntaxError('the list was cut off');
  const last = text.slice(0, -TAIL.length);
  if (last !== '') onItems(JSON.parse(`[${last}]`) as T[]);
}

/** The body of an answer as text, as it comes. */
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
    // Nothing is left to read when it came to its end; else the rest is not wanted.
    void reader.cancel().catch(() => undefined);
  }
}

/** A task of its own, without the delay that nested timers get. */
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
