/** What can be done with several picked drivers at once. */

import { useNavigate } from '@tanstack/react-router';
import type { BoardOperation, BoardOperationDetail } from '@waypost/contract/api/operations';
import { useDisabledReason } from '../../api/context.ts';
import { handRows } from '../../live/handed-rows.ts';
import { forEachRow, type PickActs, useKeyedSend } from '../../live/pick-acts/pick-acts.ts';
import { rowsToCreateAgain } from './create-again.ts';
import { useRepeatOperations } from './use-operations.ts';
import { filterOf, subjectText } from './words.ts';

export function useDriverActs(): PickActs<BoardOperation> {
  const { repeat, reload, read } = useRepeatOperations();
  const navigate = useNavigate();
  const send = useKeyedSend();
  const disabledReason = useDisabledReason('manage_onboarding');
  return {
    nameOf: subjectText,
    disabledReason,
    list: [
      {
        label: 'Try again',
        tip: 'Send the same data again for each, in the background and without a password',
        done: 'sent again',
        after: 'They were sent without passwords, which are not stored.',
        refusal: (one) => {
          if (filterOf(one) !== 'failed') return 'It has not failed';
          return one.repeatable
            ? null
            : 'It was requested outside Waypost, so what was sent is not stored: create it again';
        },
        run: ({ id }) => send(id, (headers) => repeat(id, headers)),
        onEnd: reload,
      },
      {
        label: 'Create again',
        tip: 'Opens them as rows of a form, with what was sent, to check and correct',
        refusal: (one) => (filterOf(one) === 'failed' ? null : 'It has not failed'),
        open: async (rows) => {
          const details = new Map<string, BoardOperationDetail>();
          await forEachRow(rows, async ({ id }) => void details.set(id, await read(id)));
          handRows(rowsToCreateAgain(rows.flatMap(({ id }) => details.get(id) ?? [])));
          await navigate({ to: '/bulk/new', search: { kind: 'user' } });
        },
      },
    ],
  };
}
