/** What the address of the archive holds. Malformed values fall back, field by field. */
import { ARCHIVE_REASONS } from '@waypost/contract/api/words';
import { calendarDate, uuid } from '@waypost/contract/common';
import { z } from 'zod';

/** A day of the person's zone. */
const day = calendarDate.optional().catch(undefined);

export const archiveSearch = z.object({
  q: z.string().trim().min(1).max(200).optional().catch(undefined),
  reason: z.enum(ARCHIVE_REASONS).optional().catch(undefined),
  fleet: uuid.optional().catch(undefined),
  from: day,
  /** This day is among them. */
  to: day,
  /** The one that is open. */
  load: uuid.optional().catch(undefined),
});
export type ArchiveSearch = z.output<typeof archiveSearch>;
