/** The sandbox's control routes, for statements that need time to pass, traffic or another agreement. */
import assert from 'node:assert/strict';
import type { Agreement } from '@waypost/contract/agreements';
import type { ErrorStatus } from '@waypost/contract/endpoint';
import type { LatLon } from '@waypost/geo/geodesy';

export interface ControlledVehicle {
  readonly vehicle_id: string;
  readonly vin: string | null;
  readonly fleet_id: string;
  readonly fleet_ref: string;
  readonly location_shared: boolean;
}
export interface ControlledFleet {
  readonly fleet_id: string;
  readonly fleet_ref: string;
  readonly agreement: Agreement;
}
export interface DeliveryAttempt {
  readonly url: string;
  readonly event_name: string;
}

export class Control {
  readonly #base: string;
  /** True if something was changed since the last reset. */
  dirty = false;

  constructor(base_url: string) {
    this.#base = `${base_url}/_sandbox`;
  }

  async #request<T>(path: string, body?: object): Promise<T> {
    const response = await fetch(this.#base + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    assert.equal(response.status, 200, `control route ${path}: ${text.slice(0, 400)}`);
    return JSON.parse(text) as T;
  }

  #change<T = unknown>(path: string, body: object): Promise<T> {
    this.dirty = true;
    return this.#request<T>(path, body);
  }

  async loadIds(): Promise<readonly string[]> {
    return (await this.#request<{ load_ids: string[] }>('/loads')).load_ids;
  }
  async vehicles(): Promise<readonly ControlledVehicle[]> {
    return (await this.#request<{ vehicles: ControlledVehicle[] }>('/vehicles')).vehicles;
  }
  async fleets(): Promise<readonly ControlledFleet[]> {
    return (await this.#request<{ fleets: ControlledFleet[] }>('/fleets')).fleets;
  }
  /** Attempts to deliver webhooks, oldest first. */
  async attempts(): Promise<readonly DeliveryAttempt[]> {
    return (await this.#request<{ webhooks: DeliveryAttempt[] }>('/received')).webhooks;
  }
  async now(): Promise<number> {
    return Date.parse((await this.#request<{ now: string }>('/clock')).now);
  }
  async advance(seconds: number): Promise<void> {
    await this.#change('/clock/advance', { seconds });
  }
  /** Sends pings from now on, one a second, and advances the clock past them. */
  async drive(vehicle_id: string, ...places: readonly LatLon[]): Promise<void> {
    const path = places.map((place, i) => ({ ...place, after_seconds: i + 1 }));
    await this.#change(`/vehicles/${vehicle_id}/drive`, { path });
    await this.advance(places.length + 1);
  }
  async silence(vehicle_id: string): Promise<void> {
    await this.#change(`/vehicles/${vehicle_id}/silence`, { silent: true });
  }
  async agreement(fleet: string, change: Partial<Agreement>): Promise<void> {
    await this.#change(`/fleets/${encodeURIComponent(fleet)}/agreement`, change);
  }
  /** The next `count` calls to endpoints that declare the status fail with it. */
  async fail(status: ErrorStatus, retry_after_seconds?: number, count = 1): Promise<void> {
    await this.#change('/fail', { status, count, ...(retry_after_seconds ? { retry_after_seconds } : {}) });
  }
  /** Overrides the computed health, also with a value outside the contract. */
  async health(load_id: string, tracking_health: string): Promise<void> {
    await this.#change('/health', { load_id, tracking_health });
  }
  async reset(): Promise<void> {
    await this.#change('/reset', {});
    this.dirty = false;
  }
}
