/** Body fields renamed by the operator (SERVICE_ASSUMPTIONS): sent under the operator's names, handled under ours. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { withOverrides } from '@waypost/contract/assumptions';
import { serviceEndpoints } from '@waypost/contract/endpoints';
import { expect, it } from 'vitest';
import { id } from '../../testing/tracking.ts';
import { ServiceClient } from './client.ts';
import { Http } from './http.ts';
import { RequestScheduler } from './request-scheduler.ts';

it('are sent under their configured names, and a 422 reports them under ours', async () => {
  const assumptions = withOverrides({ user_attributes: { password: 'pass_phrase' } });
  let received = '';
  const server = createServer(async (request, response) => {
    for await (const part of request) received += part;
    const detail = [{ path: 'body.pass_phrase', input: '', message: 'is too short', error_type: 'min' }];
    response
      .writeHead(422, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ code: 422, message: 'Invalid Request Body', detail }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const http = new Http();
  const scheduler = new RequestScheduler({ maxRps: 10 });
  try {
    const client = new ServiceClient({
      baseUrl: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      http,
      scheduler,
      token: { get: async () => 't', reject: () => undefined },
      assumptions,
    });
    let left = 0;
    const call = client.call(serviceEndpoints(assumptions).createUser, {
      body: { connection_id: id(1), password: 'x' },
      priority: 'person',
      onSend: () => {
        left += 1;
      },
    });
    await expect(call).rejects.toMatchObject({
      kind: 'refused',
      body: { detail: [{ path: 'body.password', message: 'is too short' }] },
    });
    expect(JSON.parse(received)).toEqual({ connection_id: id(1), pass_phrase: 'x' });
    expect(left).toBe(1);
  } finally {
    scheduler.close();
    await http.close();
    server.close();
  }
});
