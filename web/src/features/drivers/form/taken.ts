/** Whether a user of this name was written over this connection before. */
import type { BoardOperation } from '@waypost/contract/api/operations';
import { showOf } from '../words.ts';
import type { DriverDraft } from './draft.ts';

/** A sentence, or null. */
export function takenBy(draft: DriverDraft, operations: readonly BoardOperation[]): string | null {
  const [username, connection_id] = [draft.username.trim().toLowerCase(), draft.connection_id.trim()];
  if (username === '' || connection_id === '') return null;
  const before = operations.find(
    (one) =>
      one.connection_id === connection_id &&
      one.subject?.toLowerCase() === username &&
      ['success', 'pending'].includes(showOf(one)),
  );
  if (!before) return null;
  return showOf(before) === 'success'
    ? 'This username was already created on this connection. The provider will reject a duplicate.'
    : 'This username is being created on this connection right now.';
}
