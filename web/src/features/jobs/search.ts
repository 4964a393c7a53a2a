import { z } from 'zod';
import { openId } from '../../ui/search-fields.ts';

export const jobsSearch = z.object({ job: openId });
export type JobsSearch = z.output<typeof jobsSearch>;
