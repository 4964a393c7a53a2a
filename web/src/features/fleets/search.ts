import { z } from 'zod';
import { shortText, sortText } from '../../ui/search-fields.ts';

export const fleetsSearch = z.object({
  q: shortText,
  sort: sortText,
});
export type FleetsSearch = z.output<typeof fleetsSearch>;
