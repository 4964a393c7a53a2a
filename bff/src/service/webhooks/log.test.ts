import { PassThrough } from 'node:stream';
import express from 'express';
import { pino } from 'pino';
import request from 'supertest';
import { expect, it, vi } from 'vitest';
import { requestLog } from '../../platform/http/log.ts';

it.each(['/hooks/the-secret-part', '/HOOKS/the-secret-part?x=1', '//hooks/the-secret-part/more'])(
  'the URL of a webhook is never logged: %s',
  async (path) => {
    const stream = new PassThrough();
    let lines = '';
    stream.on('data', (part: Buffer) => {
      lines += part.toString('utf8');
    });
    const app = express();
    app.use(requestLog(pino({ level: 'debug' }, stream), false));
    await request(app).post(path).expect(404);
    await vi.waitFor(() => expect(lines).toContain('/hooks/[removed]'));
    expect(lines).not.toContain('the-secret-part');
  },
);
