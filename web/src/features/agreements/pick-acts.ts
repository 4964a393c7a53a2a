/** What can be done with several picked agreements at once. */
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { useDisabledReason } from '../../api/context.ts';
import { useLive } from '../../live/context.ts';
import type { PickAct, PickActs } from '../../live/pick-acts/pick-acts.ts';
import { draftOf, errorsOf, withBefore } from './dates.ts';
import type { AgreementRow } from './query.ts';
import { extendable, extensionOf, kindOf, MONTH_DAYS, monthLater } from './state.ts';
import { useUpdateAgreements } from './use-agreements.ts';
import { fleetName } from './words.ts';

/** Why the access can't be extended to this end; null: it can. */
function extensionRefusal(agreement: BoardAgreement, end: string, now: number): string | null {
  const before = agreement.expiration_date ?? null;
  if (!extendable(kindOf(agreement, now))) return 'Its status gives no access, whatever its dates';
  if (before === null) return 'It has no end';
  if (Date.parse(before) >= Date.parse(end)) return 'It already lasts that long';
  return errorsOf({ ...draftOf(agreement), expiration_date: end }, agreement).expiration_date ?? null;
}

export function useAgreementActs(): PickActs<AgreementRow> {
  const { clock } = useLive();
  const { update, reload } = useUpdateAgreements();
  const disabledReason = useDisabledReason('manage_onboarding');
  const extend = (
    words: Pick<PickAct<AgreementRow>, 'label' | 'tip'>,
    endOf: (agreement: BoardAgreement, now: number) => string,
  ): PickAct<AgreementRow> => ({
    ...words,
    done: 'extended',
    refusal: ({ agreement }) => extensionRefusal(agreement, endOf(agreement, clock.now()), clock.now()),
    run: async ({ agreement }) => {
      const { id, expiration_date: before = null } = agreement;
      const expiration_date = endOf(agreement, clock.now());
      const after = await update(id, withBefore({ expiration_date }, agreement));
      return { undo: () => update(id, withBefore({ expiration_date: before }, after)) };
    },
    onEnd: reload,
  });
  return {
    nameOf: ({ agreement }) => fleetName(agreement),
    disabledReason,
    list: [
      extend(
        {
          label: 'Extend as needed',
          tip: 'Until a day after the last load or monitor that needs each; at least a day from now',
        },
        extensionOf,
      ),
      extend(
        {
          label: `Extend ${MONTH_DAYS} days`,
          tip: `${MONTH_DAYS} days after the end of each; from now where access has ended`,
        },
        ({ expiration_date = null }, now) => monthLater(expiration_date, now),
      ),
    ],
  };
}
