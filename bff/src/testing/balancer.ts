/** A balancer that asks `/readyz` and sends no request a second time, so that whatever a restart breaks is seen. */
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';

const CHECK_MS = 100;

export interface Balancer {
  readonly url: string;
  /** Requests that a server answered with 5xx, refused or cut off. */
  readonly failures: readonly string[];
  /** The ports whose servers were ready when last asked. */
  ready(): readonly number[];
  stop(): void;
}

export function startBalancer(port: number, servers: readonly number[]): Balancer {
  const agent = new Agent({ keepAlive: true });
  const failures: string[] = [];
  let ready: readonly number[] = [];
  let turn = 0;

  const check = async () => {
    const answers = await Promise.all(
      servers.map((server) =>
        fetch(`http://127.0.0.1:${server}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    ready = servers.filter((_, n) => answers[n]);
  };
  let stopped = false;
  const checking = async () => {
    while (!stopped) {
      await check();
      await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    }
  };
  void checking();

  function forward(request: IncomingMessage, response: ServerResponse): void {
    turn += 1;
    const server = ready[turn % ready.length];
    const fail = (why: string) => {
      // The client has gone.
      if (response.destroyed) return;
      failures.push(`${request.method} ${request.url}: ${why}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    };
    if (server === undefined) {
      fail('no server is ready');
      return;
    }
    const { method, url: path } = request;
    const headers = { ...request.headers, 'x-forwarded-for': '192.0.2.1' };
    const passed = httpRequest(
      { port: server, host: '127.0.0.1', method, path, headers, agent },
      (answer) => {
        if ((answer.statusCode ?? 500) >= 500)
          failures.push(`${method} ${path}: ${answer.statusCode} from ${server}`);
        const { connection: _, ...kept } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, kept);
        answer.pipe(response);
        answer.once('error', (error) => fail(`cut off by ${server}: ${error.message}`));
      },
    );
    passed.once('error', (error) => fail(`${error.message} at ${server}`));
    response.once('close', () => passed.destroy());
    request.pipe(passed);
  }

  const balancer = createServer(forward).listen(port, '127.0.0.1');
  return {
    url: `http://localhost:${port}`,
    failures,
    ready: () => ready,
    stop: () => {
      stopped = true;
      balancer.closeAllConnections();
      balancer.close();
      agent.destroy();
    },
  };
}
