/** Resource operations, newest first; all paths are assumed. */
import type { Handlers } from '../http/api.ts';
import { listingOf, pageOf } from '../http/pagination.ts';
import { ServiceError } from '../http/problem.ts';
import type { Operations } from '../operations/operations.ts';

export function operationHandlers(operations: Operations): Pick<Handlers, 'listOperations' | 'getOperation'> {
  return {
    listOperations({ query }) {
      const { connection_id, resource, status } = query;
      const connectionId = connection_id?.toLowerCase();
      const found = [...operations.all].filter(
        (operation) =>
          (connectionId === undefined || operation.connection_id === connectionId) &&
          // All operations write users.
          (resource === undefined || resource === 'user') &&
          (status === undefined || operations.status(operation) === status),
      );
      const listing = listingOf(found, ({ created_at, id }) => [created_at, id], ['desc', 'asc']);
      const responses = { ...listing, itemAt: (index: number) => operations.answer(listing.itemAt(index)) };
      return { status: 200, body: pageOf('listOperations', query, responses) };
    },
    getOperation({ params }) {
      const record = operations.find(params.resource_operation_id);
      if (!record || record.connection_id !== params.connection_id.toLowerCase())
        throw new ServiceError(404, `operation ${params.resource_operation_id} not found on this connection`);
      return { status: 200, body: operations.answer(record) };
    },
  };
}
