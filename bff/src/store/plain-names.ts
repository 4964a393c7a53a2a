/** Tables and columns that were renamed after the words of the field (migration 0027). */
import type { Kysely } from 'kysely';

/** New names by the old ones. */
export const RENAMED_TABLES: Readonly<Record<string, string>> = {
  hook: 'webhook_subscription',
  hook_delivery: 'webhook_delivery',
  reading: 'list_import',
  reading_person: 'import_person',
};

/** New names by the old ones; each in one table only, named as it is now. */
export const RENAMED_COLUMNS: Readonly<Record<string, readonly [table: string, column: string]>> = {
  hook_id: ['webhook_delivery', 'subscription_id'],
  reading_id: ['import_person', 'import_id'],
};

export async function addPlainNames(db: Kysely<unknown>): Promise<void> {
  for (const [from, to] of Object.entries(RENAMED_TABLES))
    await db.schema.alterTable(from).renameTo(to).execute();
  for (const [from, [table, to]] of Object.entries(RENAMED_COLUMNS))
    await db.schema.alterTable(table).renameColumn(from, to).execute();
}
