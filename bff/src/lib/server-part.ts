/** A component with its dependencies, and a clock that tests can replace. */
export class ServerPart<Options extends object> {
  protected readonly options: Options;
  /** Milliseconds since 1970. */
  protected readonly now: () => number;

  constructor(options: Options) {
    this.options = options;
    this.now = (options as { readonly now?: () => number }).now ?? Date.now;
  }
}
