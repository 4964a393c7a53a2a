import type { LookupAddress, lookup } from 'node:dns';
import type { BlockList } from 'node:net';
import { expect, it } from 'vitest';
import { parseNetworks } from '../../platform/lib/networks.ts';
import { AddressRefused, Destinations } from './post.ts';

function networks(text = '', loopback = false): BlockList {
  const parsed = parseNetworks(text, loopback);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed.networks;
}

const inProduction = new Destinations(networks());
const problemOf = (text: string, destinations = inProduction) => destinations.problemOf(new URL(text));

it.each([
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f.0.0.1/',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://172.31.255.255/',
  'https://192.168.0.1/',
  'https://224.0.0.1/',
  'https://255.255.255.255/',
  'https://[::1]/',
  'https://[::]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:8.8.8.8]/',
  'https://[64:ff9b::a00:1]/',
  'https://[2002:a00:1::]/',
  'https://[2001::1]/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[ff02::1]/',
])('a private address is refused however it is written: %s', (text) => {
  expect(problemOf(text)).toContain('is a private address');
});

it('public addresses and names are allowed, with https only', () => {
  for (const text of ['https://8.8.8.8/', 'https://[2606:4700::1]/', 'https://tms.example.com/x?key=1'])
    expect(problemOf(text), text).toBeNull();
  for (const text of ['http://tms.example.com/', 'http://8.8.8.8/', 'http://localhost/'])
    expect(problemOf(text), text).toBe('must start with https://');
});

it('plain http is allowed to this machine only, and only where configured', () => {
  const development = new Destinations(networks('', true));
  for (const text of ['http://localhost:3000/', 'http://127.0.0.1:3000/', 'http://[::1]:3000/'])
    expect(problemOf(text, development), text).toBeNull();
  for (const text of ['http://10.0.0.1/', 'http://tms.example.com/', 'http://127.0.0.1.example.com/'])
    expect(problemOf(text, development), text).not.toBeNull();
});

it('configured networks are allowed, and no others besides them', () => {
  const own = new Destinations(networks('10.20.0.0/16, 192.168.1.5,fd12::/16'));
  for (const text of ['https://10.20.255.1/', 'https://192.168.1.5/', 'https://[fd12::9]/'])
    expect(problemOf(text, own), text).toBeNull();
  for (const text of ['https://10.21.0.1/', 'https://192.168.1.6/', 'https://[fd13::9]/'])
    expect(problemOf(text, own), text).not.toBeNull();
});

it.each(['10.20.0.0/33', '10.20.0.0/', '10.20.0.0/8/8', 'tms.example.com', '10.0.0.0/-1', '::/129'])(
  'an invalid network is rejected: %s',
  (text) => {
    expect(parseNetworks(text, false)).toHaveProperty('problem');
  },
);

/** Resolves a name to these addresses; returns the lookup's result for a connection. */
function resolved(...addresses: string[]): Promise<readonly LookupAddress[] | Error> {
  const answer = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const resolver = ((_host: string, _options: object, callback: (...args: unknown[]) => void) =>
    callback(null, answer)) as unknown as typeof lookup;
  const { lookup: find } = new Destinations(networks(), resolver);
  return new Promise((resolve) =>
    find('tms.example.com', { all: true }, (error, found) =>
      resolve(error ?? (found as readonly LookupAddress[])),
    ),
  );
}

it('a name with a private address is rejected at the connection, even besides public addresses', async () => {
  expect(await resolved('8.8.8.8')).toEqual([{ address: '8.8.8.8', family: 4 }]);
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '10.0.0.1'], ['::ffff:169.254.169.254']]) {
    const refused = await resolved(...addresses);
    expect(refused).toBeInstanceOf(AddressRefused);
    expect(String(refused)).toContain('tms.example.com resolves to');
  }
});
