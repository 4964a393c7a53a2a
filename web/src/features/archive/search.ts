import { ARCHIVE_REASONS } from '@waypost/contract/api/url-enums';
import { calendarDate } from '@waypost/contract/common';
import { z } from 'zod';
import { openId, shortText } from '../../ui/search-fields.ts';

/** A day in the person's time zone. */
const day = calendarDate.optional().catch(undefined);

export const archiveSearch = z.object({
  q: shortText,
  reason: z.enum(ARCHIVE_REASONS).optional().catch(undefined),
  fleet: openId,
  from: day,
  /** Included. */
  to: day,
  load: openId,
});
export type ArchiveSearch = z.output<typeof archiveSearch>;
