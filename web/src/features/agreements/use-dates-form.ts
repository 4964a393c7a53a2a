/** A change of dates from the first key to the answer of the service: what is wrong, what it will do, sending, and what went wrong. */
import type { AgreementUpdate } from '@waypost/contract/agreements';
import type { BoardAgreement } from '@waypost/contract/api/agreements';
import { useState } from 'react';
import { asProblem, type Problem } from '../../api/problem.ts';
import { showProblem } from '../../api/show-problem.ts';
import { useLive, useNow } from '../../live/context.ts';
import { isolated } from '../../ui/bidi.ts';
import { toast } from '../../ui/toasts.ts';
import {
  changeOf,
  type DateErrors,
  type DateField,
  type DatesDraft,
  draftOf,
  type Effect,
  effectOf,
  errorsOf,
  isChange,
  undoOf,
} from './dates.ts';
import { fleetName } from './names.ts';
import { stateText } from './state.ts';
import { useAgreementWriting } from './use-agreements.ts';

export interface DatesForm {
  readonly values: DatesDraft;
  readonly edit: (part: Partial<DatesDraft>) => void;
  readonly discard: () => void;
  /** How often that happened: fields begin anew with it. */
  readonly discards: number;
  readonly change: AgreementUpdate;
  /** Something differs, or is wrong. */
  readonly dirty: boolean;
  readonly errors: DateErrors;
  /** Null while nothing differs, or something is wrong. */
  readonly effect: Effect | null;
  readonly sending: boolean;
  readonly problem: Problem | null;
  /** Seconds that the service asked us to wait. */
  readonly wait: number;
  readonly send: () => void;
}

export interface DatesFormSetup {
  readonly agreement: BoardAgreement;
  /** Further agreements of the same fleet. */
  readonly others: readonly BoardAgreement[];
  readonly draft: DatesDraft | null;
  readonly onDraft: (draft: DatesDraft | null) => void;
  readonly now: number;
}

interface Failed {
  readonly problem: Problem;
  readonly fields: DateErrors;
  readonly until: number | null;
}

export function useDatesForm({ agreement, others, draft, onDraft, now }: DatesFormSetup): DatesForm {
  const { clock } = useLive();
  const { update } = useAgreementWriting(agreement.id);
  const [failed, setFailed] = useState<Failed | null>(null);
  const [discards, setDiscards] = useState(0);
  const wait = useNow((at) => (failed?.until ? Math.max(0, Math.ceil((failed.until - at) / 1000)) : 0));
  const values = draft ?? draftOf(agreement);
  const change = changeOf(values, agreement);
  const wrong = draft ? errorsOf(values, agreement) : {};
  const fine = Object.keys(wrong).length === 0;
  const differs = isChange(change);
  const send = async () => {
    if (!differs || !fine || update.isPending || wait > 0) return;
    setFailed(null);
    try {
      const after = await update.mutateAsync({ body: change });
      onDraft(null);
      const name = isolated(fleetName(after));
      const undo = undoOf(change, agreement);
      toast({
        title: `Access to ${name} updated`,
        text: `${stateText(after, clock.now())}.`,
        ...(undo && {
          action: {
            label: 'Undo',
            run: () =>
              void update.mutateAsync({ body: undo }).then(
                () => toast({ title: `Previous dates of access to ${name} restored` }),
                (error: unknown) => showProblem('Not undone', asProblem(error)),
              ),
          },
        }),
      });
    } catch (error) {
      const problem = asProblem(error);
      const seconds = problem.retry_after_seconds;
      setFailed({
        problem,
        fields: fieldsOf(problem),
        until: seconds === null ? null : clock.now() + seconds * 1000,
      });
    }
  };
  return {
    values,
    edit: (part) => {
      setFailed(null);
      onDraft({ ...values, ...part });
    },
    discards,
    discard: () => {
      setFailed(null);
      setDiscards((before) => before + 1);
      onDraft(null);
    },
    change,
    dirty: differs || !fine,
    errors: { ...failed?.fields, ...wrong },
    effect: differs && fine ? effectOf(agreement, others, change, now) : null,
    sending: update.isPending,
    problem: failed && Object.keys(failed.fields).length === 0 ? failed.problem : null,
    wait,
    send: () => void send(),
  };
}

const FIELDS: readonly DateField[] = ['effective_date', 'expiration_date'];

/** What the service says about a field stands under it. */
function fieldsOf({ detail }: Problem): DateErrors {
  if (!Array.isArray(detail)) return {};
  const errors: DateErrors = {};
  for (const { path, message } of detail) {
    const field = FIELDS.find((one) => one === path.split('.').at(-1));
    if (!field) return {};
    errors[field] = message;
  }
  return errors;
}
