/** Our whole API described from its own schemas: what validates is what is described. */
import { problem } from '@waypost/contract/api/problem';
import type { ApiRoute } from '@waypost/contract/api/route';
import { CSRF_HEADER } from '@waypost/contract/api/session';
import { type OpenApiDocument, openApiDocument } from '@waypost/contract/openapi';

export function describeApi(routes: readonly ApiRoute[], version: string): OpenApiDocument {
  return openApiDocument(
    {
      title: 'Waypost',
      version,
      description: `The API behind the dispatcher board. Every request carries the header ${CSRF_HEADER.name}: ${CSRF_HEADER.value} and the session cookie; errors have one form.`,
    },
    routes.map((route) => ({ ...route, responses: { ...route.responses, ...errorsOf(route) } })),
  );
}

/** Errors that a route can answer, all of the one form. */
function errorsOf(route: ApiRoute) {
  const statuses = [403];
  if (route.right !== null) statuses.push(401);
  if (route.params || route.query || route.body) statuses.push(422);
  if (route.params) statuses.push(404);
  return Object.fromEntries(statuses.map((status) => [status, problem]));
}
