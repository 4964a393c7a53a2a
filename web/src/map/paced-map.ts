/**
 * The library's map, which begins without holding the page up. Its first frames compile the shaders of what they are the first to draw, and that
 * waits for whatever the graphics card is at: each begins when the card is free (card.ts). From `endBeginning` on it is the library's map.
 */
import { Map as LibraryMap } from 'maplibre-gl';
import { cardIsFree } from './card.ts';

export class PacedMap extends LibraryMap {
  #paced = true;
  #waiting = false;
  #gone = false;

  endBeginning(): void {
    this.#paced = false;
  }

  override triggerRepaint(): void {
    // The library's constructor asks for a frame before the fields of this class are there.
    const card = #paced in this && this.#paced ? this.getCanvas().getContext('webgl2') : null;
    if (!card) super.triggerRepaint();
    else if (!this.#waiting) {
      this.#waiting = true;
      void cardIsFree(card).then(() => {
        this.#waiting = false;
        if (!this.#gone) super.triggerRepaint();
      });
    }
  }

  override remove(): void {
    this.#gone = true;
    super.remove();
  }
}
