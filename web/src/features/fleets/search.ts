/** Search parameters of the fleets page. Malformed values fall back, field by field. */
import { z } from 'zod';
import { shortText, sortText } from '../../ui/search-fields.ts';

export const fleetsSearch = z.object({
  q: shortText,
  /** Absent: by name. */
  sort: sortText,
});
export type FleetsSearch = z.output<typeof fleetsSearch>;
