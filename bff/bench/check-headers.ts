/**
 * `pnpm check:headers`, required measurement 9: checks the real server behind local TLS with Mozilla's HTTP Observatory (its own
 * command), and its policy with Google's CSP evaluator. Expects A+ and no high finding. The page must be built.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { get } from 'node:https';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { CspEvaluator } from 'csp_evaluator';
import { Severity } from 'csp_evaluator/dist/finding.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { type Row, report } from '../soak/report.ts';
import { sandboxProcess, serve } from '../soak/serve.ts';
import { root } from '../src/cli/processes.ts';
import { freePort } from '../src/testing/free-port.ts';
import { temporaryFolder } from '../src/testing/server.ts';
import { startLocalTls } from './local-tls.ts';

interface Scan {
  readonly scan: { readonly grade: string; readonly score: number; readonly testsFailed: number };
  readonly tests: Record<
    string,
    { readonly pass: boolean; readonly result: string; readonly scoreModifier: number }
  >;
}

const NAMES: Record<number, string> = {
  [Severity.HIGH]: 'high',
  [Severity.SYNTAX]: 'syntax',
  [Severity.MEDIUM]: 'medium',
};

/** Runs the scanner's own command, trusting our certificate. */
async function observatory(host: string, ca: string): Promise<Scan> {
  const list = new URL('empty-preload-list.ts', import.meta.url).href;
  const main = createRequire(import.meta.url).resolve('@mdn/mdn-http-observatory');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', list, join(dirname(main), 'scan.js'), host],
    {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: ca },
    },
  );
  return JSON.parse(stdout) as Scan;
}

function policyOf(url: string, ca: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { ca: readFileSync(ca), headers: { Accept: 'text/html' } }, (response) => {
      response.resume();
      resolve(String(response.headers['content-security-policy'] ?? ''));
    }).once('error', reject);
  });
}

if (!existsSync(join(root, 'web', 'dist', 'index.html')))
  throw new Error('The page has not been built. Run: npx -y pnpm build');
const folder = temporaryFolder();
const provider = await sandboxProcess({ SANDBOX_LOADS: '5' });
const port = await freePort();
const target = await freePort();
const origin = `https://localhost:${port}`;
const server = await serve(provider.line, folder.dir, {
  PORT: String(target),
  PUBLIC_URL: origin,
  TRUSTED_PROXIES: '1',
});
const tls = await startLocalTls({ port, target, dir: folder.dir });

const { scan, tests } = await observatory(`localhost:${port}`, tls.ca);
const policy = await policyOf(origin, tls.ca);
const findings = new CspEvaluator(new CspParser(policy).csp).evaluate();
const serious = findings.filter(({ severity }) => severity === Severity.HIGH || severity === Severity.SYNTAX);

const rows: Row[] = [
  { what: 'HTTP Observatory: is the grade A+', found: scan.grade === 'A+', expected: true },
  { what: 'grade', found: scan.grade },
  { what: 'score', found: scan.score, expected: { atLeast: 100 } },
  { what: 'tests failed', found: scan.testsFailed, expected: 0 },
  ...Object.entries(tests).map(([name, { result, scoreModifier }]) => ({
    what: `  ${name} (${scoreModifier})`,
    found: String(result),
  })),
  { what: 'CSP evaluator: high findings', found: serious.length, expected: 0 },
  ...findings.map(({ severity, directive, value, description }) => ({
    what: `  ${NAMES[severity] ?? severity}: ${directive} ${value ?? ''}`,
    found: description.slice(0, 90),
  })),
];
report('Headers over TLS', rows);
process.stdout.write(`\n${policy.replaceAll(';', ';\n')}\n`);

tls.stop();
server.child.kill('SIGTERM');
await server.exit;
provider.child.kill();
folder.remove();
