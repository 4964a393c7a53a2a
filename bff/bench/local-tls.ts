/** TLS on this machine as a proxy in front of the server gives it: one port that speaks https, and sends plain http there. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createServer as createSocket, type Socket } from 'node:net';
import { join } from 'node:path';

const TLS_HANDSHAKE = 0x16;

export interface LocalTls {
  /** File with the certificate, to be trusted by who asks. */
  readonly ca: string;
  stop(): void;
}

/** A certificate for localhost that lives for a day; needs the program `openssl`. */
function certificate(dir: string): { key: Buffer; cert: Buffer; file: string } {
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
    const passed = request({ port: options.target, host: '127.0.0.1', method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    passed.once('error', () => outgoing.destroy());
    incoming.pipe(passed);
  };
  const https = createHttps({ key, cert }, forward);
  const http = createHttp((incoming, outgoing) => {
    outgoing.writeHead(301, { location: `https://localhost:${options.port}${incoming.url ?? '/'}` }).end();
  });
  const sockets = new Set<Socket>();
  const door = createSocket((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    // The first byte says which of the two it speaks; then the socket is handed on as if nobody had looked.
    socket.once('data', (first: Buffer) => {
      socket.pause();
      socket.unshift(first);
      (first[0] === TLS_HANDSHAKE ? https : http).emit('connection', socket);
      process.nextTick(() => socket.resume());
    });
  });
  await new Promise<void>((resolve) => door.listen(options.port, 'localhost', resolve));
  return {
    ca: file,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      door.close();
    },
  };
}
