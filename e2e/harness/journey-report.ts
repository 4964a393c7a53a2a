/** Reads the outcome of a Playwright run from its JSON report. */

interface Suite {
  readonly title: string;
  readonly file?: string;
  readonly suites?: readonly Suite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly tests: readonly {
      readonly projectName?: string;
      readonly status: 'expected' | 'unexpected' | 'flaky' | 'skipped';
      readonly annotations?: readonly { readonly type: string; readonly description?: string }[];
      readonly results: readonly { readonly errors?: readonly { readonly message?: string }[] }[];
    }[];
  }[];
}

export interface JourneyReport {
  readonly suites: readonly Suite[];
  /** Errors outside of any journey: a file that does not load, an invalid configuration. */
  readonly errors?: readonly { readonly message?: string }[];
}

export interface JourneyOutcomes {
  readonly passed: number;
  /** One line each: project, file, title, and the reason if there is one. */
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
  readonly secondTries: readonly string[];
}

const firstLine = (text: string | undefined) => (text ?? 'no message').split('\n', 1)[0]?.slice(0, 300) ?? '';

/** Counts each journey once: passed, passed at the second try, failed or skipped. */
export function journeyOutcomes(report: JourneyReport): JourneyOutcomes {
  let passed = 0;
  const failed = (report.errors ?? []).map(({ message }) => firstLine(message));
  const skipped: string[] = [];
  const secondTries: string[] = [];
  const walk = (suite: Suite): void => {
    for (const inner of suite.suites ?? []) walk(inner);
    for (const spec of suite.specs ?? [])
      for (const { projectName, status, annotations, results } of spec.tests) {
        const name = [projectName, spec.file, spec.title].filter(Boolean).join(': ');
        if (status === 'expected' || status === 'flaky') passed += 1;
        if (status === 'flaky') secondTries.push(name);
        if (status === 'unexpected')
          failed.push(`${name}: ${firstLine(results.at(-1)?.errors?.[0]?.message)}`);
        if (status === 'skipped') {
          const reason = annotations?.find(({ type }) => type === 'skip')?.description;
          skipped.push(reason ? `${name}: ${reason}` : name);
        }
      }
  };
  for (const suite of report.suites) walk(suite);
  return { passed, failed, skipped, secondTries };
}
