/** The metrics, by Prometheus's own checks. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { programOf } from '../src/testing/debian.ts';
import { useServer } from '../src/testing/server.ts';

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
