/** Invitations and fleets that there are, as rows of a job meet them: under the same reference, or as another one that looks the same. */
import { isStanding } from '@waypost/contract/agreements';
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import type { BulkExisting, BulkSimilar } from '@waypost/contract/api/bulk';
import { invitationStage, refreshChanges } from '@waypost/contract/api/invitation-stage';
import type { BoardInvitation } from '@waypost/contract/api/invitations';
import { likenessesOf } from '@waypost/contract/api/likeness';
import type { InvitationCreate } from '@waypost/contract/invitations';
import { toInvitationResponse } from '../onboarding/invitation-response.ts';
import type { Database } from '../store/database.ts';
import { invitationPages } from '../store/invitations.ts';

/** An address that a whole agency shares would fill the screen. */
const MOST_SIMILAR = 3;
export class ExistingFleets {
  readonly #now: number;
  readonly #invitations = new Map<string, BoardInvitation>();
  readonly #agreements = new Map<string, BoardAgreement[]>();
  readonly #similar = new Map<string, Omit<BulkSimilar, 'by'>[]>();

  private constructor(now: number) {
    this.#now = now;
  }

  /** Reads them anew. `now`: milliseconds since 1970. */
  static async read(
    db: Database,
    agreements: readonly BoardAgreement[],
    now: number,
  ): Promise<ExistingFleets> {
    const all = new ExistingFleets(now);
    for await (const rows of invitationPages(db))
      for (const row of rows) if (row.status !== 'deleted') all.#addInvitation(toInvitationResponse(row));
    for (const one of agreements) if (isStanding(one.effective.state)) all.#addAgreement(one);
    return all;
  }

  /** What is there under the row's own reference; null: nothing. `body`: as it is sent, with our own addresses. */
  existing(body: InvitationCreate): BulkExisting | null {
    const invitation = this.#invitations.get(body.fleet_ref);
    const agreements = this.#agreements.get(body.fleet_ref) ?? [];
    if (!invitation && agreements.length === 0) return null;
    const stage = invitation ? invitationStage(invitation, this.#now) : null;
    return {
      invitation_key: invitation?.key ?? null,
      fleet_name: invitation?.fleet_name ?? agreements.find((one) => one.fleet_name)?.fleet_name ?? null,
      stage,
      accepted: stage === 'accepted' || agreements.length > 0,
      loads: agreements.reduce((sum, { dependents }) => sum + dependents.loads, 0),
      changes: invitation ? [...refreshChanges(invitation, body, this.#now)] : [],
    };
  }

  /** Others that may be the same fleet. */
  similar(body: InvitationCreate): BulkSimilar[] {
    const found = new Map<string, BulkSimilar>();
    for (const [by, text] of likenessesOf(body))
      for (const one of this.#similar.get(`${by} ${text}`) ?? []) {
        const id = one.invitation_key ?? one.fleet_ref ?? '';
        if (one.fleet_ref !== body.fleet_ref && !found.has(id)) found.set(id, { by, ...one });
        if (found.size === MOST_SIMILAR) return [...found.values()];
      }
    return [...found.values()];
  }

  #addInvitation(one: BoardInvitation): void {
    const { key, fleet_ref, fleet_name, fleet_email } = one;
    // The one seen last comes first.
    if (fleet_ref !== null && !this.#invitations.has(fleet_ref)) this.#invitations.set(fleet_ref, one);
    const stage = invitationStage(one, this.#now);
    this.#addSimilar(
      { fleet_ref, fleet_name, fleet_email },
      { fleet_ref, fleet_name: fleet_name ?? null, invitation_key: key, stage },
    );
  }

  #addAgreement(one: BoardAgreement): void {
    const { fleet_ref, fleet_name } = one;
    if (!fleet_ref) return;
    this.#agreements.set(fleet_ref, [...(this.#agreements.get(fleet_ref) ?? []), one]);
    if (!this.#invitations.has(fleet_ref))
      this.#addSimilar(
        { fleet_ref, fleet_name },
        { fleet_ref, fleet_name, invitation_key: null, stage: null },
      );
  }

  #addSimilar(named: Parameters<typeof likenessesOf>[0], one: Omit<BulkSimilar, 'by'>): void {
    for (const [by, text] of likenessesOf(named)) {
      const key = `${by} ${text}`;
      const there = this.#similar.get(key);
      if (there) there.push(one);
      else this.#similar.set(key, [one]);
    }
  }
}
