import { z } from 'zod';
import { shortText } from '../../ui/search-fields.ts';

/** `person`: the identity provider's identifier of one. */
export const peopleSearch = z.object({ person: shortText });
export type PeopleSearch = z.output<typeof peopleSearch>;
