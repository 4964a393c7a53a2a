/** What can be done with several picked drivers at once. */

import { useNavigate } from '@tanstack/react-router';
import type { BoardOperation, BoardOperationDetail } from '@waypost/contract/api/operations';
import { useDisabledReason } from '../../api/context.ts';
import { type HandedRows, handRows } from '../../live/handed-rows.ts';
import { forEachRow, type PickActs, useKeyedSend } from '../../live/pick-acts/pick-acts.ts';
import { csvText } from '../../ui/csv.ts';
import { readablePath } from '../../ui/readable-name.ts';
import { countText } from '../../ui/units.ts';
import { draftOf, knownDraft } from './form/draft.ts';
import { DRAFT_FIELDS, type DraftField } from './form/fields.ts';
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

const HEADS: Partial<Record<DraftField, string>> = {
  connection_id: 'Fleet',
  compliance_classification: readablePath('hos_tracking_config.compliance_classification'),
  tracking_method: readablePath('hos_tracking_config.tracking_method'),
};

/** As the form of a bulk job reads it; the connection decides where a fleet has several at one provider. */
const fleetOf = ({ fleet_ref, fleet_name, source_name, connection_id }: BoardOperationDetail): string => {
  const fleet = fleet_ref ?? fleet_name;
  return fleet === null ? (connection_id ?? '') : [fleet, source_name].filter(Boolean).join(' ');
};

/** Of a user that was requested outside Waypost, what is known. Passwords are not stored. */
function rowsToCreateAgain(operations: readonly BoardOperationDetail[]): HandedRows {
  const users = operations.map((operation) => {
    const { request } = operation;
    const draft = request === null ? knownDraft(operation) : draftOf(request);
    return { draft, fleet: fleetOf(operation) };
  });
  const used = DRAFT_FIELDS.filter((name) => users.some(({ draft }) => draft[name] !== ''));
  return {
    kind: 'user',
    name: `${countText(users.length, 'failed user')}, again`,
    csv: csvText(
      used.map((name) => HEADS[name] ?? readablePath(name)),
      users.map(({ draft, fleet }) => used.map((name) => (name === 'connection_id' ? fleet : draft[name]))),
    ),
    connection_ids: users.map(({ draft }) => draft.connection_id || undefined),
  };
}
