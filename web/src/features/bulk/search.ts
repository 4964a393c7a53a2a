import { BULK_KINDS } from '@waypost/contract/api/url-enums';
import { z } from 'zod';
import { shortText } from '../../ui/search-fields.ts';

export const newJobSearch = z.object({ kind: z.enum(BULK_KINDS).catch('invitation') });
export type NewJobSearch = z.output<typeof newJobSearch>;

/** Filters of a job's rows; each covers several row states. */
const ROW_FILTERS = ['waiting', 'done', 'problem', 'held', 'left_out'] as const;
export type RowFilter = (typeof ROW_FILTERS)[number];

export const jobSearch = z.object({
  show: z.enum(ROW_FILTERS).optional().catch(undefined),
  q: shortText,
});
export type JobSearch = z.output<typeof jobSearch>;
