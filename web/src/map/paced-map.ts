/**
 * The library's map, which begins without holding the page up. Its first frames compile the shaders of what they are the first to draw, and that
 * waits for whatever the graphics card is at: each begins when the card is free (card.ts). From `endBeginning` on it becomes the library's map, as soon
 * as the card keeps up with it.
 */
import { GPUInitializationError, Map as LibraryMap } from 'maplibre-gl';
import { cardIsFree } from './card.ts';
import { MapUnavailableError } from './types.ts';

/** A card that was free at once for so many frames keeps up with the map. */
const KEEPS_UP_FRAMES = 4;
/** A card that never keeps up draws what it can: markers glide, late or not. */
const KEEPS_UP_AT_LATEST_MS = 3_000;

export class PacedMap extends LibraryMap {
  #paced = true;
  #waiting = false;
  #gone = false;
  /** Monotonic milliseconds from which on no frame waits any more; later than ever while the map begins. */
  #ends_at = Number.POSITIVE_INFINITY;
  /** Frames one after the other for which the card was free at once. */
  #kept_up = 0;

  /** The first style; read when the card has made the context, for reading it takes a while of its own. */
  async beginWith(...style: Parameters<LibraryMap['setStyle']>): Promise<void> {
    const card = this.getCanvas().getContext('webgl2');
    if (card) await cardIsFree(card);
    if (!this.#gone) this.setStyle(...style);
  }

  endBeginning(): void {
    this.#ends_at = performance.now() + KEEPS_UP_AT_LATEST_MS;
  }

  override triggerRepaint(): void {
    // The library's constructor asks for a frame before the fields of this class are there.
    const card = #paced in this && this.#paced ? this.getCanvas().getContext('webgl2') : null;
    if (!card) super.triggerRepaint();
    else if (!this.#waiting) {
      this.#waiting = true;
      void cardIsFree(card).then((at_once) => {
        this.#waiting = false;
        this.#kept_up = at_once ? this.#kept_up + 1 : 0;
        const begun = Number.isFinite(this.#ends_at) && this.#kept_up >= KEEPS_UP_FRAMES;
        if (begun || performance.now() > this.#ends_at) this.#paced = false;
        if (!this.#gone) super.triggerRepaint();
      });
    }
  }

  override remove(): void {
    this.#gone = true;
    super.remove();
  }
}

/** @throws MapUnavailableError when the browser gives no WebGL 2. */
export function createMap(options: ConstructorParameters<typeof PacedMap>[0]): PacedMap {
  try {
    return new PacedMap(options);
  } catch (error) {
    if (error instanceof GPUInitializationError)
      throw new MapUnavailableError(noWebGl(error), { cause: error });
    throw error;
  }
}

/** What that means, in a sentence for a person. */
export function noWebGl({ statusMessage }: GPUInitializationError): string {
  return `The map needs WebGL 2, which this browser does not offer${statusMessage ? ` (${statusMessage})` : ''}.`;
}
