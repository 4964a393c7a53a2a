import { type Kysely, sql } from 'kysely';

/**
 * A migration step in SQL that both databases understand: statements separated by semicolons, comments after `--`. SQLite keeps the
 * text of a statement in its schema, so that lines are joined: a database is the same however its migration is wrapped.
 */
export const statements =
  (text: string) =>
  async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of text.replace(/--.*$/gm, '').split(';')) {
      const line = statement.trim().replace(/\s+/g, ' ');
      if (line !== '') await sql.raw(line).execute(db);
    }
  };
