/** A machine that calls a server with an API key. */
import { machineDescription } from '@waypost/contract/api/machine-description';
import { TestBrowser } from './browser.ts';

export interface MachineAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests check what they read
  readonly json: any;
}

const DESCRIPTION = machineDescription('https://waypost.example.com').paths;

/** A status of a described route must be in its description. */
export function expectDescribed(method: string, path: string, status: number): void {
  const plain = path.split('?')[0]?.replace(/^\/api\//, '/machine/v1/') ?? '';
  for (const [described, operations] of Object.entries(DESCRIPTION)) {
    const operation = operations[method.toLowerCase()];
    if (!operation || !new RegExp(`^${described.replace(/\{\w+\}/g, '[^/]+')}$`).test(plain)) continue;
    if (!(status in operation.responses))
      throw new Error(`${method} ${described} does not describe status ${status}`);
  }
}

interface MachineCall {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestMachine {
  readonly secret: string;
  readonly api_key_id: string;
  /** `path` below /machine/v1/. */
  call(path: string, init?: MachineCall): Promise<MachineAnswer>;
  /** The same machine at another server of the database. */
  at(url: string): TestMachine;
}

/** Makes a key as an administrator does. */
export async function machineAt(url: string, fields: object = {}): Promise<TestMachine> {
  const admin = new TestBrowser();
  await admin.signIn(url, 'admin');
  const body = { name: 'TMS', rights: ['read', 'manage_loads'], expires_at: null, ...fields };
  const { status, json } = await admin.api(`${url}/api/api-keys`, { method: 'POST', body });
  if (status !== 201) throw new Error(JSON.stringify(json));
  const { secret, api_key } = json as unknown as { secret: string; api_key: { api_key_id: string } };
  return machine(url, secret, api_key.api_key_id);
}

function machine(url: string, secret: string, api_key_id: string): TestMachine {
  return {
    secret,
    api_key_id,
    at: (other) => machine(other, secret, api_key_id),
    call: async (path, { method = 'GET', body, headers = {} } = {}) => {
      const answer = await fetch(`${url}/machine/v1/${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${secret}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      expectDescribed(method, `/machine/v1/${path}`, answer.status);
      return { status: answer.status, headers: answer.headers, json: text ? JSON.parse(text) : null };
    },
  };
}

const STOPS = [
  { name: 'Amarillo DC', latitude: 35.2, longitude: -101.8 },
  { name: 'Denver', latitude: 39.7, longitude: -105 },
];

/** A load that can be posted. */
export const loadToPost = (load_ref: string, more: object = {}) => ({ load_ref, stops: STOPS, ...more });
