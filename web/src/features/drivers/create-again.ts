/** Failed users as rows of the form of a bulk job, with what was sent. */
import type { BoardOperationDetail } from '@waypost/contract/api/operations';
import type { HandedRows } from '../../live/handed-rows.ts';
import { csvText } from '../../ui/csv.ts';
import { readablePath } from '../../ui/readable-name.ts';
import { countText } from '../../ui/units.ts';
import { draftOf, knownDraft } from './form/draft.ts';
import { DRAFT_FIELDS, type DraftField } from './form/fields.ts';

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
export function rowsToCreateAgain(operations: readonly BoardOperationDetail[]): HandedRows {
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
