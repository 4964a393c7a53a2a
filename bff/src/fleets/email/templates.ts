import {
  DEFAULT_TEMPLATES,
  MESSAGE_LANGUAGES,
  type MessageLanguage,
  type MessageTemplate,
} from '@waypost/contract/api/message-text';
import type { BoardMessageTemplate, MessageTemplateWrite } from '@waypost/contract/api/messages';
import { Problem } from '../../platform/http/problems.ts';
import type { Person } from '../../platform/lib/person.ts';
import { ServerPart } from '../../platform/lib/server-part.ts';
import { toIso } from '../../platform/lib/time.ts';
import type { Database } from '../../platform/store/database.ts';
import { addRow, deleteRow, rowOf, rowsOf, updateRow } from '../../platform/store/query.ts';
import { inTransaction } from '../../platform/store/transaction.ts';
import type { Uses } from '../../platform/uses.ts';

type TemplatesOptions = Uses<'db' | 'activity' | 'now'>;

export class Templates extends ServerPart<TemplatesOptions> {
  async list(): Promise<BoardMessageTemplate[]> {
    const rows = new Map(
      (await rowsOf(this.options.db, 'message_template')).map((row) => [row.language, row]),
    );
    return MESSAGE_LANGUAGES.map((language) => {
      const row = rows.get(language);
      const { subject, text } = row ?? DEFAULT_TEMPLATES[language];
      return {
        language,
        subject,
        text,
        updated_at: row ? toIso(row.updated_at) : null,
        updated_by_name: row?.updated_by_name ?? null,
      };
    });
  }

  async of(language: MessageLanguage): Promise<MessageTemplate> {
    return (await this.list()).find((one) => one.language === language) ?? DEFAULT_TEMPLATES[language];
  }

  /** @throws Problem 412 when `before` is not what is stored. */
  async write(language: MessageLanguage, write: MessageTemplateWrite, by: Person): Promise<void> {
    const { subject, text, before } = write;
    const row = { language, subject, text, updated_at: this.now(), updated_by_name: by.name };
    await inTransaction(this.options.db, async (trx) => {
      const stored = await rowOf(trx, 'message_template', { language });
      const replaced = stored ?? DEFAULT_TEMPLATES[language];
      const is_current = !before || (before.subject === replaced.subject && before.text === replaced.text);
      // Writes only over what was read: another server may write at the same moment.
      const done =
        is_current &&
        (stored
          ? await updateRow(
              trx,
              'message_template',
              { language, subject: stored.subject, text: stored.text },
              row,
            )
          : await addRow(trx, 'message_template', row, 'ignore'));
      if (!done) throw Problem.outdated(stored?.updated_by_name, 'changed this message');
      await this.#record(trx, language, replaced, { subject, text }, by);
    });
  }

  async reset(language: MessageLanguage, by: Person): Promise<void> {
    const before = await this.of(language);
    await inTransaction(this.options.db, async (trx) => {
      await deleteRow(trx, 'message_template', { language });
      await this.#record(trx, language, before, DEFAULT_TEMPLATES[language], by);
    });
  }

  async #record(
    trx: Database,
    language: string,
    before: MessageTemplate,
    after: MessageTemplate,
    by: Person,
  ): Promise<void> {
    const fields = ({ subject, text }: MessageTemplate) => ({ subject, text });
    await this.options.activity.record(trx, by, 'update_message', language, {
      before: fields(before),
      after: fields(after),
    });
  }
}
