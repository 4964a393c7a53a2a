/** Counts a person's interactions with a page from the browser's own events: clicks, keys and fields. */
import type { Page } from '@playwright/test';

type Kind = 'pointer' | 'key' | 'field';

interface Bound {
  waypostInteraction(kind: Kind, detail: string): void;
}

export class Interactions {
  /** Clicks, taps and drags: each press of the pointer. */
  pointer = 0;
  readonly keys: string[] = [];
  readonly #fields = new Set<string>();

  private constructor() {}

  /** Starts counting, also on pages opened later. */
  static async watch(page: Page): Promise<Interactions> {
    const counted = new Interactions();
    await page.exposeBinding('waypostInteraction', (_source, kind: Kind, detail: string) => {
      if (kind === 'pointer') counted.pointer += 1;
      else if (kind === 'key') counted.keys.push(detail);
      else counted.#fields.add(detail);
    });
    const listen = () => {
      const report = (kind: Kind, detail: string) =>
        (window as unknown as Bound).waypostInteraction(kind, detail);
      const nameOf = (element: EventTarget | null) =>
        element instanceof HTMLElement
          ? element.getAttribute('aria-label') || element.getAttribute('name') || element.id
          : '';
      window.addEventListener('pointerdown', (event) => event.isTrusted && report('pointer', ''), true);
      window.addEventListener('keydown', (event) => event.isTrusted && report('key', event.key), true);
      // Checkboxes, radio buttons and files are clicked, which is counted already.
      const isTyped = (target: EventTarget | null) =>
        !(target instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(target.type));
      window.addEventListener(
        'input',
        (event) => isTyped(event.target) && report('field', nameOf(event.target)),
        true,
      );
    };
    await page.addInitScript(listen);
    await page.evaluate(listen);
    return counted;
  }

  /** Number of fields that were typed into. */
  get fields(): number {
    return this.#fields.size;
  }

  reset(): void {
    this.pointer = 0;
    this.keys.length = 0;
    this.#fields.clear();
  }
}
