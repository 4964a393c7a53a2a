/** Where fuel was bought, counted for a map. */
import { FUEL_PLACES_MAX, type fuelPlaces } from '@waypost/contract/api/fuel';
import type { FuelTransaction } from '@waypost/contract/fuel';
import type { z } from 'zod';

type PlacesResponse = z.infer<typeof fuelPlaces>;
export type StoredPurchasePlaces = Omit<PlacesResponse, 'state'>;
type Place = PlacesResponse['items'][number];

/** Some eleven metres: the pumps of one station are one place. */
const rounded = (degrees: number) => Math.round(degrees * 1e4) / 1e4;
/** Places kept while reading; a range has far fewer stations. */
const MAX_KEPT = 20_000;

export class PurchasePlaces {
  readonly #places = new Map<string, Place>();
  #without = 0;

  count(item: FuelTransaction): void {
    const [longitude, latitude] = item.location?.coordinates ?? [];
    const there =
      longitude !== undefined &&
      latitude !== undefined &&
      Math.abs(latitude) <= 90 &&
      Math.abs(longitude) <= 180;
    if (!there) {
      this.#without += 1;
      return;
    }
    const key = `${rounded(latitude)} ${rounded(longitude)}`;
    const place = this.#places.get(key);
    if (place) place.transactions += 1;
    else if (this.#places.size >= MAX_KEPT) this.#without += 1;
    else
      this.#places.set(key, {
        latitude,
        longitude,
        transactions: 1,
        fuel_vendor: item.fuel_vendor ?? null,
        transaction_jurisdiction: item.transaction_jurisdiction ?? null,
      });
  }

  toResponse(): StoredPurchasePlaces {
    const all = [...this.#places.values()].sort((a, b) => b.transactions - a.transactions);
    const left = all.slice(FUEL_PLACES_MAX).reduce((sum, { transactions }) => sum + transactions, 0);
    return { items: all.slice(0, FUEL_PLACES_MAX), not_shown: this.#without + left };
  }
}
