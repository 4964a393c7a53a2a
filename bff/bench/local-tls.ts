/** TLS termination as by a proxy in front of the server: one port accepts https and redirects plain http to it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer as createSocket, type Socket } from 'node:net';
import { join } from 'node:path';

const TLS_HANDSHAKE = 0x16;

export interface LocalTls {
  /** Certificate file for clients to trust. */
  readonly ca: string;
  stop(): void;
}

/** Certificate for localhost, valid for one day; requires `openssl`. */
export function certificate(dir: string): { key: Buffer; cert: Buffer; file: string } {
  const [key, file] = [join(dir, 'tls.key'), join(dir, 'tls.crt')];
  const subject = [
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost,IP:127.0.0.1',
    '-days',
    '1',
  ];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', file, ...subject],
    {
      stdio: 'ignore',
    },
  );
  return { key: readFileSync(key), cert: readFileSync(file), file };
}

export async function startLocalTls(options: {
  port: number;
  target: number;
  dir: string;
}): Promise<LocalTls> {
  const { key, cert, file } = certificate(options.dir);
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const headers = { ...incoming.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' };
    const { method, url: path } = incoming;
    const proxied = request(
      { port: options.target, host: '127.0.0.1', method, path, headers },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
        response.pipe(outgoing);
      },
    );
    proxied.once('error', () => outgoing.destroy());
    incoming.pipe(proxied);
  };
  const https = createHttps({ key, cert }, forward);
  const http = createHttp((incoming, outgoing) => {
    outgoing.writeHead(301, { location: `https://localhost:${options.port}${incoming.url ?? '/'}` }).end();
  });
  const sockets = new Set<Socket>();
  const listener = createSocket((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    // The first byte distinguishes TLS from plain http; it is put back before the socket is handed on.
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      (first[0] === TLS_HANDSHAKE ? https : http).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  await new Promise<void>((resolve) => listener.listen(options.port, 'localhost', resolve));
  return {
    ca: file,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      listener.close();
    },
  };
}
