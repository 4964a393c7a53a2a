/** Metrics, alerts and the dashboard's queries, by Prometheus's own checks. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { programOf } from '../src/testing/debian.ts';
import { temporaryFolder, useServer } from '../src/testing/server.ts';

const promtool = programOf('promtool', 'prometheus', 'usr/bin/promtool');
const MISSING = 'promtool is not installed and cannot be downloaded (Debian: apt-get install prometheus)';
const { server } = await useServer();

/** Returns the output. */
function run(args: readonly string[], input?: string): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(promtool as string, args, {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    input,
  });
  return { status, output: stdout + stderr };
}

it('promtool finds nothing to improve in the metrics', async (context) => {
  if (promtool === null) return context.skip(MISSING);
  const text = await server.services.metrics.metrics();
  expect(run(['check', 'metrics'], text)).toEqual({ status: 0, output: '' });
});

it('promtool accepts the alerts, and each fires when it should', (context) => {
  if (promtool === null) return context.skip(MISSING);
  const checked = run(['check', 'rules', 'alerts.yaml']);
  expect(checked.status, checked.output).toBe(0);
  const tested = run(['test', 'rules', 'alerts.test.yaml']);
  expect(tested.status, tested.output).toBe(0);
});

it("promtool accepts the dashboard's queries", (context) => {
  if (promtool === null) return context.skip(MISSING);
  const text = readFileSync(join(import.meta.dirname, 'grafana-dashboard.json'), 'utf8');
  const { panels } = JSON.parse(text) as { panels: { targets?: { expr: string }[] }[] };
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(queries.length).toBeGreaterThan(20);
  const rules = queries.map((query, n) => ({
    record: `query:${n}`,
    expr: query.replaceAll('$job', 'waypost').replaceAll('$__rate_interval', '5m'),
  }));
  const { dir, remove } = temporaryFolder();
  onTestFinished(remove);
  const file = join(dir, 'rules.yaml');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
  const checked = run(['check', 'rules', file]);
  expect(checked.status, checked.output).toBe(0);
});
