/** The dashboard and the alerts name only what the servers expose, and each alert says what to do. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useServer } from '../src/testing/server.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');
const { server } = await useServer();
const alerts = read('alerts.yaml')
  .split(/^ {6}- alert: /m)
  .slice(1);
const nameOf = (alert: string) => alert.slice(0, alert.indexOf('\n'));

it.each(['grafana-dashboard.json', 'alerts.yaml'])(
  '%s names only metrics that the servers expose',
  async (file) => {
    const exposed = new Set(
      [...(await server.services.metrics.metrics()).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name),
    );
    const named = [...read(file).matchAll(/\b(?:waypost|process|nodejs)_\w+/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !exposed.has(name))).toEqual([]);
  },
);

it.each(alerts.map((alert) => [nameOf(alert), alert]))(
  '%s has a severity, a summary, what to do, and a case',
  (name, alert) => {
    expect(alert).toMatch(/^ {8}labels: \{ severity: (critical|warning) \}$/m);
    expect(alert).toMatch(/^ {10}summary: .{20}/m);
    expect(alert).toMatch(/^ {10}description: .{60}/m);
    expect(read('alerts.test.yaml')).toContain(`ALERTS{alertname="${name}",alertstate="firing",`);
  },
);
