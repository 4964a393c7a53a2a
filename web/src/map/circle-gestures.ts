/** Pointer and keyboard on the map's element, as inputs of the drawing reducer. What is not meant for it, the map keeps. */
import type { Map as LibraryMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import type { DrawInput, Grab } from './draw-reducer.ts';
import type { ScreenPoint } from './types.ts';

interface GestureOptions {
  /** @returns whether the reducer took it. */
  readonly send: (input: DrawInput) => boolean;
  readonly grab: (point: ScreenPoint, reach: 'mouse' | 'finger') => Grab | null;
  /** True while a gesture is under way or a circle is to be drawn. */
  readonly active: () => boolean;
  /** Where the pointer is now; null when it is not on the map. */
  readonly point: (point: ScreenPoint | null) => void;
}

/** Pixels of one press of an arrow. */
const STEP = { usual: 10, large: 50, small: 1 } as const;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const DIRECTIONS: Readonly<Record<string, 1 | -1>> = { '+': 1, '=': 1, '-': -1, _: -1 };

export class CircleGestures {
  readonly #map: LibraryMap;
  readonly #element: HTMLElement;
  readonly #options: GestureOptions;
  readonly #leaving = new AbortController();
  /** The pointer that holds the gesture. */
  #held: number | null = null;
  #took = false;
  #moved: ScreenPoint | null = null;
  #frame = 0;

  constructor(map: LibraryMap, options: GestureOptions) {
    this.#map = map;
    this.#element = map.getCanvasContainer();
    this.#options = options;
    const { signal } = this.#leaving;
    const on = <K extends keyof HTMLElementEventMap>(type: K, act: (event: HTMLElementEventMap[K]) => void) =>
      this.#element.addEventListener(type, act, { signal, capture: true });
    on('pointerdown', (event) => this.#down(event));
    on('pointermove', (event) => this.#move(event));
    on('pointerup', (event) => this.#up(event));
    on('pointercancel', (event) => event.pointerId === this.#held && this.#lose());
    on('pointerleave', () => this.#leave());
    on('keydown', (event) => this.#key(event));
    on('keyup', (event) => this.#keyUp(event));
    on('blur', () => options.send({ type: 'release' }));
    // Esc means the drawing also when the keyboard is elsewhere, before it closes anything else; not while somebody types.
    document.addEventListener('keydown', (event) => this.#keyElsewhere(event), { signal, capture: true });
    const keep = (event: MapMouseEvent | MapTouchEvent) => {
      if (this.#took) event.preventDefault();
    };
    map.on('mousedown', keep);
    map.on('touchstart', keep);
    map.on('dblclick', keep);
  }

  get took(): boolean {
    return this.#took;
  }

  close(): void {
    this.#leaving.abort();
    cancelAnimationFrame(this.#frame);
  }

  #down(event: PointerEvent): void {
    if (this.#held !== null) {
      this.#lose();
      return;
    }
    this.#took = false;
    if (event.button !== 0 || event.ctrlKey || event.metaKey) return;
    const point = this.#pointOf(event);
    const grab = this.#options.grab(point, event.pointerType === 'touch' ? 'finger' : 'mouse');
    this.#options.point(point);
    this.#took = this.#options.send({ type: 'down', point, grab });
    if (!this.#took) return;
    this.#held = event.pointerId;
    this.#element.setPointerCapture(event.pointerId);
    this.focus();
  }

  #move(event: PointerEvent): void {
    if (this.#held !== null && event.pointerId !== this.#held) return;
    // A finger that only slides the map is not about to place anything.
    if (this.#held === null && event.pointerType === 'touch') return;
    if (!this.#options.active()) return;
    const waiting = this.#moved !== null;
    this.#moved = this.#pointOf(event);
    if (!waiting) this.#frame = requestAnimationFrame(() => this.#flush());
  }

  #flush(): void {
    const point = this.#moved;
    this.#moved = null;
    if (!point) return;
    this.#options.point(point);
    this.#options.send({ type: 'move', point });
  }

  #up(event: PointerEvent): void {
    if (event.pointerId !== this.#held) return;
    this.#held = null;
    this.#flush();
    this.#options.send({ type: 'up', point: this.#pointOf(event) });
  }

  #lose(): void {
    this.#held = null;
    this.#moved = null;
    this.#options.send({ type: 'lost' });
  }

  #leave(): void {
    if (this.#held !== null) return;
    this.#moved = null;
    this.#options.point(null);
    this.#options.send({ type: 'leave' });
  }

  #key(event: KeyboardEvent): void {
    const input = inputOf(event);
    if (!input || !this.#options.send(input)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #keyUp({ key }: KeyboardEvent): void {
    if (ARROWS[key] || DIRECTIONS[key]) this.#options.send({ type: 'release' });
  }

  #keyElsewhere(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented || !this.#options.active()) return;
    const { target } = event;
    if (target instanceof Node && this.#element.contains(target)) return;
    if (target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
    if (document.querySelector('[aria-modal="true"]')) return;
    if (this.#options.send({ type: 'escape' })) event.preventDefault();
  }

  focus(): void {
    this.#map.getCanvas().focus({ preventScroll: true });
  }

  #pointOf({ clientX, clientY }: PointerEvent): ScreenPoint {
    const { left, top } = this.#element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }
}

/** Arrows move by 10 pixels, with Shift by 50, with Alt by 1; plus and minus size, with Alt finely. */
export function inputOf(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>,
): DrawInput | null {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  if (ctrlKey || metaKey) return null;
  const arrow = ARROWS[key];
  if (arrow) {
    const step = altKey ? STEP.small : shiftKey ? STEP.large : STEP.usual;
    return { type: 'nudge', dx: arrow[0] * step, dy: arrow[1] * step };
  }
  const direction = DIRECTIONS[key];
  if (direction) return { type: 'resize', direction, fine: altKey };
  if (key === 'Enter') return { type: 'accept' };
  return key === 'Escape' ? { type: 'escape' } : null;
}
