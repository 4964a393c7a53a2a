/** Templates of messages to fleets, and whether the server sends emails: needed where a link is shared and where templates are written. */

import { MESSAGE_ROUTES } from '@waypost/contract/api/message-routes';
import {
  DEFAULT_TEMPLATES,
  type MessageLanguage,
  type MessageTemplate,
} from '@waypost/contract/api/message-text';
import type { MessageSettings } from '@waypost/contract/api/messages';
import { queryKeys } from './query-keys.ts';
import { useRead } from './server-state.ts';

export const useMessageSettings = () =>
  useRead(MESSAGE_ROUTES.messageSettings, queryKeys.messageSettings(), { staleTime: 30_000 });

export function templateOf(
  settings: MessageSettings | undefined,
  language: MessageLanguage,
): MessageTemplate {
  return settings?.items.find((one) => one.language === language) ?? DEFAULT_TEMPLATES[language];
}

/** Why the server cannot send an email now; null: it can. */
export function emailBlock({ company }: MessageSettings): string | null {
  return company === null
    ? 'Emails need the company name, so that the fleet sees who is asking. An administrator can set it in Settings.'
    : null;
}
