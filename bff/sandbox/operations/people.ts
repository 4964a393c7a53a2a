/** Users created at a provider through the service, by connection. */
import type { Connection } from '../connections/connections.ts';
import type { Fleet } from '../world/fleets.ts';

export interface Person {
  readonly connection_id: string;
  readonly fleet_id: string;
  readonly username: string | null;
  readonly is_driver: boolean;
}

export class People {
  #all: Person[] = [];
  readonly #usernames = new Set<string>();

  static #key(connection_id: string, username: string): string {
    return `${connection_id} ${username.toLowerCase()}`;
  }

  add(person: Person): void {
    this.#all.push(person);
    if (person.username !== null) this.#usernames.add(People.#key(person.connection_id, person.username));
  }

  /** Whether this login exists at the provider. */
  has(connection_id: string, username: string): boolean {
    return this.#usernames.has(People.#key(connection_id, username));
  }

  /** Number of drivers created for a fleet, over one connection or all. */
  driversOf({ fleet_id }: Fleet, connection: Connection | null): number {
    return this.#all.filter(
      (person) =>
        person.is_driver &&
        person.fleet_id === fleet_id &&
        (connection === null || person.connection_id === connection.id),
    ).length;
  }

  save(): readonly Person[] {
    return this.#all;
  }

  load(saved: readonly Person[]): void {
    this.#all = [];
    this.#usernames.clear();
    for (const person of saved) this.add(person);
  }
}
