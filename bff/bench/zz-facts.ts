import { readFileSync } from 'node:fs';
import { factsOf } from '@waypost/triage/facts';
const { items, status } = JSON.parse(readFileSync('/tmp/prof/out.json', 'utf8'));
const loads = items.filter((x: any) => x.read_at).slice(0, 10000);
const now = Date.parse(status.server_time);
for (let i = 0; i < 8; i++) {
  const c = process.cpuUsage();
  for (const l of loads) factsOf(l, { now, outage: false });
  const u = process.cpuUsage(c);
  console.log(loads.length, ((u.user) / loads.length).toFixed(2), 'us each');
}
if (process.argv[2]) for (let i = 0; i < 40; i++) for (const l of loads) factsOf(l, { now, outage: false });
