/** What the address of the archive holds. Malformed values fall back, field by field. */
import { ARCHIVE_REASONS } from '@waypost/contract/api/url-enums';
import { calendarDate } from '@waypost/contract/common';
import { z } from 'zod';
import { openId, shortText } from '../../ui/search-fields.ts';

/** A day of the person's zone. */
const day = calendarDate.optional().catch(undefined);

export const archiveSearch = z.object({
  q: shortText,
  reason: z.enum(ARCHIVE_REASONS).optional().catch(undefined),
  fleet: openId,
  from: day,
  /** This day is among them. */
  to: day,
  /** The one that is open. */
  load: openId,
});
export type ArchiveSearch = z.output<typeof archiveSearch>;
