/** Converts pointer and keyboard events to inputs of the drawing reducer; the map handles all others. */
import type { Map as LibraryMap, MapMouseEvent, MapTouchEvent } from 'maplibre-gl';
import type { DrawInput, Grab } from './draw-reducer.ts';
import type { ScreenPoint } from './types.ts';

interface GestureOptions {
  /** @returns true when the reducer handled the input */
  readonly send: (input: DrawInput) => boolean;
  readonly grab: (point: ScreenPoint, reach: 'mouse' | 'finger') => Grab | null;
  /** True during a gesture, and while a circle can be drawn. */
  readonly active: () => boolean;
  /** Receives the pointer's position; null outside of the map. */
  readonly point: (point: ScreenPoint | null) => void;
}

/** Pixels per press of an arrow key. */
const STEP = { normal: 10, large: 50, small: 1 } as const;
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
  readonly #listeners = new AbortController();
  /** The pointer that performs the gesture. */
  #activePointer: number | null = null;
  #captured = false;
  #pendingMove: ScreenPoint | null = null;
  #frame = 0;

  constructor(map: LibraryMap, options: GestureOptions) {
    this.#map = map;
    this.#element = map.getCanvasContainer();
    this.#options = options;
    const { signal } = this.#listeners;
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      handle: (event: HTMLElementEventMap[K]) => void,
    ) => this.#element.addEventListener(type, handle, { signal, capture: true });
    on('pointerdown', (event) => this.#down(event));
    on('pointermove', (event) => this.#move(event));
    on('pointerup', (event) => this.#up(event));
    on('pointercancel', (event) => event.pointerId === this.#activePointer && this.#abort());
    on('pointerleave', () => this.#leave());
    on('keydown', (event) => this.#key(event));
    on('keyup', (event) => this.#keyUp(event));
    on('blur', () => options.send({ type: 'release' }));
    // Esc also ends drawing when the focus is elsewhere, and before it closes anything else; not while typing.
    document.addEventListener('keydown', (event) => this.#keyElsewhere(event), { signal, capture: true });
    const blockMap = (event: MapMouseEvent | MapTouchEvent) => {
      if (this.#captured) event.preventDefault();
    };
    map.on('mousedown', blockMap);
    map.on('touchstart', blockMap);
    map.on('dblclick', blockMap);
  }

  /** Whether the last press was handled as a drawing gesture. */
  get captured(): boolean {
    return this.#captured;
  }

  close(): void {
    this.#listeners.abort();
    cancelAnimationFrame(this.#frame);
  }

  #down(event: PointerEvent): void {
    if (this.#activePointer !== null) {
      this.#abort();
      return;
    }
    this.#captured = false;
    if (event.button !== 0 || event.ctrlKey || event.metaKey) return;
    const point = this.#pointOf(event);
    const grab = this.#options.grab(point, event.pointerType === 'touch' ? 'finger' : 'mouse');
    this.#options.point(point);
    this.#captured = this.#options.send({ type: 'down', point, grab });
    if (!this.#captured) return;
    this.#activePointer = event.pointerId;
    this.#element.setPointerCapture(event.pointerId);
    this.focus();
  }

  #move(event: PointerEvent): void {
    if (this.#activePointer !== null && event.pointerId !== this.#activePointer) return;
    // A touch without a gesture pans the map.
    if (this.#activePointer === null && event.pointerType === 'touch') return;
    if (!this.#options.active()) return;
    const scheduled = this.#pendingMove !== null;
    this.#pendingMove = this.#pointOf(event);
    if (!scheduled) this.#frame = requestAnimationFrame(() => this.#flush());
  }

  #flush(): void {
    const point = this.#pendingMove;
    this.#pendingMove = null;
    if (!point) return;
    this.#options.point(point);
    this.#options.send({ type: 'move', point });
  }

  #up(event: PointerEvent): void {
    if (event.pointerId !== this.#activePointer) return;
    this.#activePointer = null;
    this.#flush();
    this.#options.send({ type: 'up', point: this.#pointOf(event) });
  }

  #abort(): void {
    this.#activePointer = null;
    this.#pendingMove = null;
    this.#options.send({ type: 'lost' });
  }

  #leave(): void {
    if (this.#activePointer !== null) return;
    this.#pendingMove = null;
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

/** Arrow keys move by 10 pixels, with Shift by 50, with Alt by 1; plus and minus resize, with Alt in small steps. */
export function inputOf(
  event: Pick<KeyboardEvent, 'key' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey'>,
): DrawInput | null {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  if (ctrlKey || metaKey) return null;
  const arrow = ARROWS[key];
  if (arrow) {
    const step = altKey ? STEP.small : shiftKey ? STEP.large : STEP.normal;
    return { type: 'nudge', dx: arrow[0] * step, dy: arrow[1] * step };
  }
  const direction = DIRECTIONS[key];
  if (direction) return { type: 'resize', direction, fine: altKey };
  if (key === 'Enter') return { type: 'accept' };
  return key === 'Escape' ? { type: 'escape' } : null;
}
