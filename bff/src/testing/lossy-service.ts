/** A proxy in front of the service that loses responses: requests arrive, their responses are dropped. */
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LossyService {
  readonly url: string;
  /** Drops the responses of the next `posts` POSTs. */
  lose(posts: number): void;
  /** Answers the next `posts` POSTs with this status without forwarding them. */
  refuse(posts: number, status: number): void;
  /** POSTs received since `forget`. */
  posts(): number;
  forget(): void;
  close(): Promise<void>;
}

export interface AnsweredPost {
  readonly path: string;
  readonly body: string;
  readonly status: number;
}

/** `onPost`: called with each POST that the service answered. */
export async function lossyService(
  target: string,
  onPost?: (post: AnsweredPost) => void,
): Promise<LossyService> {
  let losing = 0;
  let refusing = 0;
  let refusal = 500;
  let count = 0;
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const post = incoming.method === 'POST';
    if (post) count += 1;
    if (post && refusing > 0) {
      refusing -= 1;
      outgoing
        .writeHead(refusal, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ code: refusal, message: 'no', detail: null }));
      incoming.resume();
      return;
    }
    const body: Buffer[] = [];
    if (post && onPost) incoming.on('data', (part: Buffer) => body.push(part));
    const lost = post && losing > 0;
    if (lost) losing -= 1;
    const forwarded = httpRequest(
      new URL(incoming.url ?? '/', target),
      { method: incoming.method, headers: incoming.headers },
      (answer) => {
        const status = answer.statusCode ?? 502;
        if (post) onPost?.({ path: incoming.url ?? '/', body: Buffer.concat(body).toString('utf8'), status });
        if (lost) {
          answer.resume();
          answer.once('end', () => incoming.socket.destroy());
          return;
        }
        outgoing.writeHead(status, answer.headers);
        answer.pipe(outgoing);
      },
    );
    forwarded.once('error', () => incoming.socket.destroy());
    incoming.pipe(forwarded);
  };
  const server = createServer(forward);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lose: (posts) => {
      losing = posts;
    },
    refuse: (posts, status) => {
      refusing = posts;
      refusal = status;
    },
    posts: () => count,
    forget: () => {
      count = 0;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
