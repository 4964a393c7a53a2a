#!/usr/bin/env node
/**
 * Runs a Firefox (`FIREFOX_PATH`) for Playwright, on a virtual screen where maps can be drawn, and relays its WebDriver BiDi
 * connection.
 *
 * Playwright sends `emulation.setMediaFeaturesOverride` for every context, even with nothing to override, and a Firefox that does
 * not know this command yet (153 ESR does not) rejects it, so that no page can be opened. The relay replaces it with a command
 * without effect. Journeys in Firefox must therefore not choose a color scheme.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';

const REPLACED = '"emulation.setMediaFeaturesOverride"';

const children: ChildProcess[] = [];
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => process.exit(1));

/** Headless Firefox has no WebGL on Linux; on a virtual screen it draws maps in software. */
async function display(): Promise<Record<string, string>> {
  if (process.platform !== 'linux') return {};
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  children.push(xvfb);
  const [number] = (await once(xvfb.stdio[3] as Readable, 'data')) as [Buffer];
  return { DISPLAY: `:${number.toString('utf8').trim()}`, LIBGL_ALWAYS_SOFTWARE: '1' };
}

const firefox = spawn(process.env.FIREFOX_PATH ?? 'firefox', process.argv.slice(2), {
  stdio: ['inherit', 'inherit', 'pipe'],
  env: { ...process.env, ...(await display()) },
});
children.push(firefox);
firefox.once('error', (error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
firefox.once('exit', (code) => process.exit(code ?? 1));

createInterface({ input: firefox.stderr }).on('line', async (line) => {
  const [, host, port] = /^WebDriver BiDi listening on ws:\/\/([\d.]+):(\d+)/.exec(line) ?? [];
  const shown =
    host && port ? `WebDriver BiDi listening on ws://127.0.0.1:${await relayTo(Number(port), host)}` : line;
  process.stderr.write(`${shown}\n`);
});

function relayTo(port: number, host: string): Promise<number> {
  const relay = createServer((client) => {
    const server = connect(port, host);
    for (const socket of [client, server])
      socket.on('error', () => {
        client.destroy();
        server.destroy();
      });
    client.pipe(replaceCommand(`${host}:${port}`)).pipe(server);
    server.pipe(client);
  });
  return new Promise((resolve) => {
    relay.listen(0, '127.0.0.1', () => {
      const address = relay.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

/** Transforms what a WebSocket client sends: the Host header of the handshake and the replaced command. */
function replaceCommand(address: string): Transform {
  let rest = Buffer.alloc(0);
  let greeted = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = Buffer.concat([rest, chunk]);
      if (!greeted) {
        const end = rest.indexOf('\r\n\r\n');
        if (end < 0) return done();
        greeted = true;
        // Firefox accepts connections only to the address that it listens on.
        const head = rest.subarray(0, end + 4).toString('latin1');
        this.push(head.replace(/^Host:.*$/im, `Host: ${address}`), 'latin1');
        rest = rest.subarray(end + 4);
      }
      for (let frame = firstFrame(rest); frame; frame = firstFrame(rest)) {
        this.push(
          frame.payload.includes(REPLACED)
            ? commandWithoutEffect(frame.payload)
            : rest.subarray(0, frame.length),
        );
        rest = rest.subarray(frame.length);
      }
      done();
    },
  });
}

/** The first complete frame (RFC 6455), or null. Clients mask their payloads. */
function firstFrame(bytes: Buffer): { length: number; payload: Buffer } | null {
  if (bytes.length < 6) return null;
  const short = (bytes[1] ?? 0) & 0x7f;
  const head = short === 127 ? 10 : short === 126 ? 4 : 2;
  if (bytes.length < head + 4) return null;
  const size =
    short === 127 ? Number(bytes.readBigUInt64BE(2)) : short === 126 ? bytes.readUInt16BE(2) : short;
  const start = head + 4;
  if (bytes.length < start + size) return null;
  const payload = Buffer.from(bytes.subarray(start, start + size));
  for (let at = 0; at < size; at += 1) payload[at] = (payload[at] ?? 0) ^ (bytes[head + (at % 4)] ?? 0);
  return { length: start + size, payload };
}

/** A command without effect under the same id, shorter than 126 bytes, so that its length is one byte. */
function commandWithoutEffect(command: Buffer): Buffer {
  const { id } = JSON.parse(command.toString('utf8')) as { id: number };
  const text = Buffer.from(JSON.stringify({ id, method: 'session.status', params: {} }));
  // Firefox rejects a mask of zeros.
  return Buffer.from([0x81, 0x80 | text.length, 1, 1, 1, 1, ...text.map((byte) => byte ^ 1)]);
}
