/** Layout faults of a rendered page, measured in the browser for the screen audit. */
import { expect, type Page } from '@playwright/test';

export interface ClippedText {
  /** Tag and class of the clipping element, and the direction. */
  readonly owner: string;
  readonly text: string;
  /** Value of the clipping element's `data-clipped`, set by the audit. */
  readonly mark: string;
  /** The text opens its full version or has it as a title, so that it can be read by touch too. */
  readonly opens: boolean;
}

export interface Measurement {
  readonly faults: readonly string[];
  readonly clipped: readonly ClippedText[];
}

/**
 * Measures everything in one call.
 * @param names right-to-left names within the texts
 * @param secrets texts that must not occur
 */
export function measureFaults(
  page: Page,
  names: readonly string[],
  secrets: readonly string[],
): Promise<Measurement> {
  return page.evaluate(
    ([names, secrets]) => {
      const faults: string[] = [];
      const source = document.documentElement.outerHTML;
      for (const secret of secrets) if (source.includes(secret)) faults.push(`the page holds ${secret}`);
      const root = document.documentElement;
      const wide = root.scrollWidth - root.clientWidth;
      if (wide > 0) faults.push(`the page is ${wide} px wider than the screen`);

      const shortOf = (text: string) => (text.length > 60 ? `${text.slice(0, 57)}...` : text);
      const nameOf = (element: Element) => {
        const label = element.getAttribute('aria-label') ?? element.textContent ?? '';
        const own = typeof element.className === 'string' ? element.className.split(' ').at(-1) : '';
        return `<${element.tagName.toLowerCase()} ${own}> "${shortOf(label.trim())}"`;
      };
      const ancestors = function* (element: Element) {
        for (let one = element.parentElement; one; one = one.parentElement) yield one;
      };
      interface Box {
        left: number;
        top: number;
        right: number;
        bottom: number;
      }
      const within = (a: Box, b: Box): Box => ({
        left: Math.max(a.left, b.left),
        top: Math.max(a.top, b.top),
        right: Math.min(a.right, b.right),
        bottom: Math.min(a.bottom, b.bottom),
      });
      const isEmpty = ({ left, top, right, bottom }: Box) => right - left < 1 || bottom - top < 1;
      const screen: Box = { left: 0, top: 0, right: root.clientWidth, bottom: root.clientHeight };
      const isHidden = (element: Element) => {
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true;
        return element.closest('[aria-hidden="true"], [inert]') !== null;
      };

      /** The visible part of a box after clipping and scrolling by its ancestors. */
      const visiblePart = (element: Element): Box => {
        let box: Box = element.getBoundingClientRect();
        for (const around of ancestors(element)) {
          const { overflowX, overflowY, position } = getComputedStyle(around);
          if (overflowX !== 'visible' || overflowY !== 'visible')
            box = within(box, around.getBoundingClientRect());
          if (position === 'fixed') break;
        }
        return within(box, screen);
      };

      // Visible interactive elements.
      const LAYERS =
        'dialog, [role="dialog"], [role="tooltip"], [popover], aside, [role="listbox"], [role="menu"]';
      // What sticks to an edge stands over what scrolls below it.
      const layerOf = (element: Element) =>
        [...ancestors(element)].find(
          (one) => one.matches(LAYERS) || getComputedStyle(one).position === 'sticky',
        );
      const pressable = [
        ...document.querySelectorAll(
          'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="option"], [role="menuitem"], [role="switch"]',
        ),
      ].flatMap((element) => {
        if (isHidden(element)) return [];
        const box = visiblePart(element);
        return isEmpty(box) ? [] : [{ element, box, layer: layerOf(element) }];
      });
      for (const [at, one] of pressable.entries()) {
        for (const other of pressable.slice(at + 1)) {
          const common = within(one.box, other.box);
          if (common.right - common.left < 2 || common.bottom - common.top < 2) continue;
          if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
          if (one.layer !== other.layer) continue;
          // A field and the button inside it belong together.
          const field = one.element.closest('.mantine-Input-wrapper, .mantine-Switch-root');
          if (field?.contains(other.element)) continue;
          const hit = document.elementFromPoint(
            (common.left + common.right) / 2,
            (common.top + common.bottom) / 2,
          );
          if (!hit || !(one.element.contains(hit) || other.element.contains(hit))) continue;
          faults.push(`${nameOf(one.element)} lies over ${nameOf(other.element)}`);
        }
        // Clipped at the side without scrolling.
        const own = one.element.getBoundingClientRect();
        for (const around of ancestors(one.element)) {
          const { overflowX, textOverflow } = getComputedStyle(around);
          if (overflowX === 'visible') continue;
          // A link whose text ends in an ellipsis can be pressed in its visible part.
          if (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis') break;
          const { left, right } = around.getBoundingClientRect();
          if (own.left < left - 2 || own.right > right + 2) {
            faults.push(`${nameOf(one.element)} is cut off at the side by ${nameOf(around)}`);
            break;
          }
        }
      }

      // Clipped texts.
      const clipped: ClippedText[] = [];
      const found = new Set<Element>();
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.textContent?.trim() ?? '';
        const parent = node.parentElement;
        if (!text || !parent || parent.closest('script, style, noscript, svg') || isHidden(parent)) continue;
        const alone = names.reduce((left, name) => left.replaceAll(name, ''), text);
        const isolatesRemoved = text.replaceAll(/\u2068[^\u2069]*\u2069/g, '');
        // A right-to-left name must be isolated by style or by characters, alone in its element or its isolate.
        if (names.some((name) => isolatesRemoved.includes(name))) {
          const { unicodeBidi, display } = getComputedStyle(parent);
          const lone = parent.childNodes.length === 1 && display !== 'inline';
          if (!/isolate|plaintext/.test(unicodeBidi) && !lone)
            faults.push(`${nameOf(parent)}: a right-to-left name is not isolated`);
          else if (!/^[\s\d]*$/.test(alone))
            faults.push(`${nameOf(parent)}: a right-to-left name turns "${shortOf(alone)}"`);
        }
        if (/\d\.\d{6,}|\bNaN\b|\bundefined\b|\[object |Invalid Date/.test(text))
          faults.push(`${nameOf(parent)}: "${shortOf(text)}"`);
        range.selectNodeContents(node);
        const box = range.getBoundingClientRect();
        // One pixel high: for screen readers only.
        if (box.width < 2 || box.height < 2) continue;
        const chain = [parent, ...ancestors(parent)];
        let axis = { x: true, y: true };
        for (const around of chain) {
          const { overflowX, overflowY } = getComputedStyle(around);
          const at = around.getBoundingClientRect();
          if (/auto|scroll/.test(overflowX)) axis = { ...axis, x: false };
          if (/auto|scroll/.test(overflowY)) axis = { ...axis, y: false };
          const small = at.width <= 2 || at.height <= 2;
          if (small && overflowX !== 'visible') break;
          const cutX =
            axis.x && /hidden|clip/.test(overflowX) && (box.right > at.right + 2 || box.left < at.left - 2);
          const cutY =
            axis.y && /hidden|clip/.test(overflowY) && (box.bottom > at.bottom + 3 || box.top < at.top - 3);
          if (!cutX && !cutY) continue;
          if (found.has(around) || isEmpty(visiblePart(parent))) break;
          found.add(around);
          const mark = String(clipped.length);
          around.setAttribute('data-clipped', mark);
          const own = typeof around.className === 'string' ? around.className.split(' ').at(-1) : '';
          clipped.push({
            owner: `${around.tagName.toLowerCase()}.${own} ${cutX ? 'x' : 'y'}`,
            text: shortOf(text),
            mark,
            opens:
              parent.closest(
                '[data-opens], a[href], button, [role="option"], [role="row"][aria-selected]',
              ) !== null || parent.closest('[title]') !== null,
          });
          break;
        }
      }
      return { faults: [...new Set(faults)], clipped };
    },
    [names, secrets] as const,
  );
}

/** Resolves when nothing on the page has moved between two measurements: a resize renders in several steps. */
export async function layoutSettled(page: Page): Promise<void> {
  let before = '';
  await expect
    .poll(
      async () => {
        const now = await page.evaluate(() =>
          [...document.querySelectorAll('a, button, input, [role="row"], aside')]
            .map((one) => {
              const { x, y, width, height } = one.getBoundingClientRect();
              return [x, y, width, height].map(Math.round);
            })
            .join(),
        );
        const same = now === before;
        before = now;
        return same;
      },
      { intervals: [50, 100, 100, 200] },
    )
    .toBe(true);
}
