/** Calling the carrier of a load, in one click: whom, is asked when somebody clicks. Loaded with the first call. */
import type { BoardLoad } from '@waypost/contract/api/board';
import { CONTACT_ROUTES } from '@waypost/contract/api/contact-routes';
import type { Http } from '../../api/http.ts';
import { asProblem } from '../../api/problem.ts';
import { showProblem } from '../../api/show-problem.ts';
import { firstToCall, phoneLink } from '../../live/ContactLine.tsx';
import { fleetName } from '../../live/fleets.ts';
import { isolated } from '../../ui/bidi.ts';
import { toast } from '../../ui/toasts.ts';

export interface CallOptions {
  readonly http: Http;
  /** Hands a `tel:` address to the computer. */
  readonly dial: (address: string) => void;
  readonly openFleet: (fleet_id: string) => void;
}

/** Dials whoever is called first at the fleet of the load's truck, else its company number. Without a number its contacts open. */
export async function callCarrier(load: BoardLoad, { http, dial, openFleet }: CallOptions): Promise<void> {
  const { load_id } = load;
  try {
    const { fleet, contacts } = await http.call(CONTACT_ROUTES.loadContacts, { params: { load_id } });
    if (fleet === null) {
      toast({
        title: `No number for ${isolated(load.load_ref ?? load_id)}`,
        text: "We don't know yet which fleet its truck belongs to.",
      });
      return;
    }
    const person = firstToCall(contacts);
    const phone = person?.phone ?? fleet.phone;
    const name = isolated(fleetName(fleet));
    if (phone === null) {
      openFleet(fleet.fleet_id);
      toast({ title: `No phone number for ${name}`, text: 'Add a contact here.' });
      return;
    }
    dial(phoneLink(phone));
    // A computer without a phone program does nothing: the number is shown here to be dialed by hand.
    toast({ title: `Call ${person ? isolated(person.name) : name}`, text: phone });
  } catch (error) {
    showProblem("Couldn't read the number", asProblem(error));
  }
}
