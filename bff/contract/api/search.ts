/** One search over everything that this server knows, by any reference. Our own API; the service is not asked. */
import { z } from 'zod';

/** In the order of equally good matches. Some kinds may not be known here yet: then nothing of them is found. */
export const SEARCH_KINDS = [
  'load',
  'vehicle',
  'monitor',
  'invitation',
  'fleet',
  'site',
  'list',
  'archived_load',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** How a value matched, best first. */
export const SEARCH_MATCHES = ['exact', 'prefix', 'word', 'part'] as const;
export type SearchMatch = (typeof SEARCH_MATCHES)[number];

export const searchQuery = z.strictObject({
  q: z.string().trim().min(1).max(100),
  kind: z.enum(SEARCH_KINDS).optional(),
  size: z.coerce.number().int().min(1).max(100).default(20),
});
export type SearchQuery = z.infer<typeof searchQuery>;

export const searchItem = z.object({
  kind: z.enum(SEARCH_KINDS),
  /** What the page of its kind is opened with: load_id, monitor id, site id, key of an invitation, vehicle id, fleet_ref. */
  id: z.string(),
  /** The name by which people know it. */
  title: z.string(),
  /** A second line; null where there is nothing to say. */
  subtitle: z.string().nullable(),
  match: z.enum(SEARCH_MATCHES),
  /** Which of its values matched, under the interface's own name, and the value as it is. */
  field: z.string(),
  value: z.string(),
  /** A vehicle's watched load, to open; null for the others. */
  load_id: z.string().nullable(),
});
export type SearchItem = z.infer<typeof searchItem>;

export const searchResult = z.object({
  items: z.array(searchItem),
  /** True when there were more than are listed. */
  more: z.boolean(),
});
export type SearchResult = z.infer<typeof searchResult>;
