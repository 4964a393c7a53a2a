import { z } from 'zod';
import { shortText } from '../../ui/search-fields.ts';

/** `group`: the open group of jobs. */
export const jobsSearch = z.object({ group: shortText });
export type JobsSearch = z.output<typeof jobsSearch>;
