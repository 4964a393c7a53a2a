/** Search by any reference over everything that this server knows. Our own API; makes no calls to the service. */
import { z } from 'zod';

/** Order of equally good matches. */
export const SEARCH_KINDS = [
  'load',
  'vehicle',
  'monitor',
  'fleet',
  'driver',
  'invitation',
  'site',
  'list',
  'archived_load',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** Best match first. */
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
  /** Identifies the item's page: load_id, monitor id, site id, invitation key, vehicle id, fleet_ref, operation id. */
  id: z.string(),
  title: z.string(),
  /** A second line; null when there is none. */
  subtitle: z.string().nullable(),
  match: z.enum(SEARCH_MATCHES),
  /** The interface's name of the matching field, and its full value. */
  field: z.string(),
  value: z.string(),
  /** For vehicles: the watched load to open; otherwise null. */
  load_id: z.string().nullable(),
});
export type SearchItem = z.infer<typeof searchItem>;

export const searchResult = z.object({
  items: z.array(searchItem),
  /** There are more results than returned. */
  more: z.boolean(),
});
export type SearchResult = z.infer<typeof searchResult>;
