/**
 * Effects of an accepted invitation: a fleet with trucks, its share agreement and a connection to the chosen provider. Sent as
 * events and, if given, to the invitation's callback_url.
 */
import { ASSUMPTIONS } from '@waypost/contract/assumptions';
import type { Agreements } from '../agreements/agreements.ts';
import { type Connection, type Connections, toConnectionResponse } from '../connections/connections.ts';
import type { Provider } from '../connections/providers.ts';
import type { Events } from '../events/events.ts';
import type { Fleet } from '../world/fleets.ts';
import { keyOf } from '../world/random.ts';
import type { World } from '../world/world.ts';
import type { Invitations } from './invitations.ts';
import type { JoinedFleets } from './joined-fleets.ts';
import { type InvitationRecord, scopesOf } from './record.ts';

const NAMES = ASSUMPTIONS.events;

export interface OnboardingParts {
  readonly world: World;
  readonly joined: JoinedFleets;
  readonly invitations: Invitations;
  readonly agreements: Agreements;
  readonly connections: Connections;
  readonly events: Pick<Events, 'emit' | 'notify'>;
  readonly newId: () => string;
}

/** 3 to 8 trucks, depending on the reference. */
const trucksOf = (fleet_ref: string) => 3 + (keyOf(fleet_ref) % 6);

export class Onboarding {
  readonly #parts: OnboardingParts;

  constructor(parts: OnboardingParts) {
    this.#parts = parts;
  }

  /** False when the invitation is no longer open. */
  accept(record: InvitationRecord, provider: Provider): boolean {
    const { world, joined, invitations, agreements, connections, newId } = this.#parts;
    if (invitations.status(record) !== 'active') return false;
    const known = world.fleets.find(({ fleet_id }) => fleet_id === record.fleet_id);
    const fleet = known ?? this.#newFleet(record);
    if (known) agreements.replace(known, this.#agreement(record, known.fleet_id));
    else joined.add(fleet, trucksOf(fleet.fleet_ref));
    const previous = connections.carrying(fleet);
    const connected =
      previous?.deleted_at === null && previous.provider === provider
        ? null
        : connections.add(newId(), fleet, provider);
    invitations.accept(record, fleet.fleet_id);
    agreements.publish(fleet, NAMES.share_agreement.created);
    this.#notify(record, NAMES.share_agreement.created, fleet.agreement);
    if (connected) this.publishConnection(connected, NAMES.connection.created);
    return true;
  }

  #agreement({ id, request }: InvitationRecord, fleet_id: string): Fleet['agreement'] {
    const { world, newId } = this.#parts;
    return {
      id: newId(),
      fleet_id,
      partner_id: world.partner_id,
      fleet_ref: request.fleet_ref,
      invitation_id: id,
      effective_date: new Date(world.clock.now()).toISOString(),
      expiration_date: null,
      scopes: { ...scopesOf(request) },
      status: 'active',
    };
  }

  #newFleet(record: InvitationRecord): Fleet {
    const { fleet_ref, fleet_name } = record.request;
    const fleet_id = this.#parts.newId();
    const agreement = this.#agreement(record, fleet_id);
    const name = fleet_name ?? fleet_ref;
    return { fleet_id, fleet_ref, name, kind: 'open', covered_by_matching: true, agreement };
  }

  #notify({ request }: InvitationRecord, event_name: string, record: object): void {
    if (request.callback_url === null) return;
    const occurred_at = new Date(this.#parts.world.clock.now()).toISOString();
    this.#parts.events.notify(request.callback_url, { event_name, data: [{ ...record, occurred_at }] });
  }

  /** Publishes an event about a connection: to subscribers and to the callback of the fleet's invitation. */
  publishConnection(connection: Connection, event_name: string): void {
    const { world, events, invitations } = this.#parts;
    const { fleet_id, fleet_ref } = connection.fleet;
    const record = toConnectionResponse(connection);
    const occurred_at = new Date(world.clock.now()).toISOString();
    events.emit({ event_name, data: [{ ...record, occurred_at }], fleet_id, fleet_ref });
    const invitation = invitations.ofFleet(fleet_id);
    if (invitation) this.#notify(invitation, event_name, record);
  }
}
