/** What readers of one kind of records have in common: which reads the service offers, and how the last turn went. */
import { NOTHING_UNREAD, type UnreadRows } from '@waypost/contract/unread';
import { anyOf, type Capability, CapabilityProbe } from '../upstream/capability-probe.ts';

export class RecordReader {
  protected readonly now: () => number;
  protected readonly lists: CapabilityProbe;
  protected readonly singles: CapabilityProbe;
  /** Why the last turn failed, one sentence. */
  problem: string | null = null;
  /** What of the last list could not be read. */
  unread: UnreadRows = NOTHING_UNREAD;

  constructor(now: () => number = Date.now) {
    this.now = now;
    this.lists = new CapabilityProbe({ kind: 'list', now });
    this.singles = new CapabilityProbe({ kind: 'record', now });
  }

  /** `yes` when there is any way to read them. */
  get offered(): Capability {
    return anyOf(this.lists, this.singles);
  }

  /** True when one can be read by its id: then a read that finds nothing says that it is gone. */
  get readsSingly(): boolean {
    return this.singles.state === 'yes';
  }

  /** One turn, whose failure is remembered. Throws it too. */
  protected async noteProblem(signal: AbortSignal, turn: () => Promise<void>): Promise<void> {
    try {
      await turn();
      this.problem = null;
    } catch (error) {
      if (!signal.aborted) this.problem = error instanceof Error ? error.message : String(error);
      throw error;
    }
  }
}
