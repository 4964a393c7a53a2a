/** What can be done with several picked drivers at once. */
import type { BoardOperation } from '@waypost/contract/api/operations';
import { useDisabledReason } from '../../api/context.ts';
import { type PickActs, useKeyedSend } from '../../live/pick-acts/pick-acts.ts';
import { useRepeatOperations } from './use-operations.ts';
import { filterOf, subjectText } from './words.ts';

export function useDriverActs(): PickActs<BoardOperation> {
  const { repeat, reload } = useRepeatOperations();
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
          return one.repeatable ? null : 'It was requested outside Waypost, open it and create it again';
        },
        run: ({ id }) => send(id, (headers) => repeat(id, headers)),
        onEnd: reload,
      },
    ],
  };
}
