/** Baseline for comparison: a typical backend-for-frontend with an in-memory session store. */
import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import session from 'express-session';
import { createProxyMiddleware } from 'http-proxy-middleware';

declare module 'express-session' {
  interface SessionData {
    access_token: string;
  }
}

const target = process.env.UPSTREAM ?? '';
const app = express();
app.use(session({ secret: 'a secret for the measure', resave: false, saveUninitialized: false }));
app.get('/login', (request, response) => {
  request.session.access_token = 'a'.repeat(43);
  response.json({});
});
app.use('/api', (request, response, next) => {
  if (request.session.access_token === undefined) response.status(401).end();
  else next();
});
app.use(
  '/api',
  createProxyMiddleware<express.Request>({
    target,
    // Its default opens a connection for every call.
    ...(process.env.KEEP_ALIVE ? { agent: new Agent({ keepAlive: true, maxSockets: 64 }) } : {}),
    on: {
      proxyReq: (outgoing, request) => {
        outgoing.removeHeader('cookie');
        outgoing.setHeader('authorization', `Bearer ${request.session.access_token}`);
      },
    },
  }),
);
const server = app.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
