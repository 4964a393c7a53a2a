/** Templates of messages to fleets, and whether the server sends emails: needed where a link is shared and where templates are written. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { MESSAGE_ROUTES } from '@waypost/contract/api/message-routes';
import {
  DEFAULT_TEMPLATES,
  type MessageLanguage,
  type MessageTemplate,
} from '@waypost/contract/api/message-text';
import type { MessageSettings } from '@waypost/contract/api/messages';
import { useMemo } from 'react';
import { useApi } from './context.ts';
import { queryKeys } from './query-keys.ts';

export function useMessageSettings() {
  const { http } = useApi();
  return useQuery(
    useMemo(
      () =>
        queryOptions({
          queryKey: queryKeys.messageSettings(),
          queryFn: ({ signal }) => http.call(MESSAGE_ROUTES.messageSettings, { signal }),
          staleTime: 30_000,
        }),
      [http],
    ),
  );
}

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
