/** What the servers say of themselves, in the memory of each: every server repeats its report, and is forgotten when it falls silent. */
import type { ServerReport } from '@waypost/contract/api/system-status';
import { ServerPart } from '../lib/server-part.ts';
import type { Uses } from '../uses.ts';
import type { NotifyBus } from './notify-bus.ts';

interface ServerReportsOptions extends Uses<'monotonicNow'> {
  readonly bus: NotifyBus;
  readonly ownReport: () => ServerReport;
}

const REPEAT_MS = 10_000;
const SILENT_MS = 3 * REPEAT_MS;

export class ServerReports extends ServerPart<ServerReportsOptions> {
  /** By name. */
  readonly #others = new Map<string, { readonly report: ServerReport; readonly at: number }>();
  #timer: NodeJS.Timeout | null = null;

  start(): void {
    const { bus } = this.options;
    bus.subscribe('server', (detail) => {
      const report = JSON.parse(detail) as ServerReport;
      this.#others.set(report.name, { report, at: this.monotonicNow() });
    });
    this.publish();
    this.#timer = setInterval(() => this.publish(), REPEAT_MS);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
  }

  publish(): void {
    this.options.bus.publish('server', JSON.stringify(this.options.ownReport()));
  }

  /** All servers, by name. */
  list(): ServerReport[] {
    const own = this.options.ownReport();
    for (const [name, { at }] of this.#others)
      if (name === own.name || this.monotonicNow() - at > SILENT_MS) this.#others.delete(name);
    const others = [...this.#others.values()].map(({ report }) => report);
    return [own, ...others].sort((a, b) => a.name.localeCompare(b.name));
  }
}
