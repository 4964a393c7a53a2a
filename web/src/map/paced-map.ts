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

  /** The first style; read when the card has made the context, for reading it takes a while of its own. */
  async beginWith(...style: Parameters<LibraryMap['setStyle']>): Promise<void> {
    const card = this.getCanvas().getContext('webgl2');
    if (card) await cardIsFree(card);
    if (!this.#gone) this.setStyle(...style);
  }

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
