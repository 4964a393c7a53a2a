/** Generates OpenAPI 3.1 for our own API from the Zod schemas that validate it. */
import { z } from 'zod';
import { ERROR_MESSAGES } from './errors.ts';

export interface ApiRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters in braces: `/api/loads/{load_id}`. */
  readonly path: string;
  readonly summary: string;
  /** One property for each path parameter. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Status -> body schema; null when there is no body. */
  readonly responses: Readonly<Record<number, z.ZodType | null>>;
  /** Media type of response bodies; `application/json` by default. */
  readonly media_type?: string;
  /** Name of the security scheme. Omitted: no authentication. */
  readonly security?: string;
}

/** A request that we send to a receiver. */
export interface ApiWebhook {
  readonly name: string;
  readonly summary: string;
  /** Header name -> description. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: z.ZodType;
}

/** OpenAPI security schemes by name. */
export type SecuritySchemes = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface ApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description?: string;
}

type JsonSchema = Readonly<Record<string, unknown>>;

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: ApiInfo;
  readonly components: { readonly securitySchemes: SecuritySchemes };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly webhooks?: Readonly<Record<string, { readonly post: OpenApiOperation }>>;
}

export interface OpenApiOperation {
  readonly summary: string;
  readonly security?: readonly Readonly<Record<string, readonly never[]>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly required: boolean;
    readonly description?: string;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

const REASONS: Readonly<Record<number, string>> = {
  ...ERROR_MESSAGES,
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  303: 'See Other',
  304: 'Not Modified',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/**
 * JSON Schema of a request (`input`) or a response (`output`). Refinements and transforms, which JSON Schema cannot express,
 * become unconstrained.
 */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** One parameter for each property. Uses the JSON Schema because it lists the required properties. */
function parametersOf(object: z.ZodObject | undefined, location: 'path' | 'query') {
  if (object === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(object, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema,
  }));
}

function operationOf(route: ApiRoute): OpenApiOperation {
  const parameters = [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')];
  const mediaType = route.media_type ?? 'application/json';
  const responses = Object.entries(route.responses).map(([status, schema]) => [
    status,
    {
      description: REASONS[Number(status)] ?? `Status ${status}`,
      ...(schema ? { content: { [mediaType]: { schema: schemaOf(schema, 'output') } } } : {}),
    },
  ]);
  return {
    summary: route.summary,
    ...(route.security ? { security: [{ [route.security]: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
          },
        }
      : {}),
    responses: Object.fromEntries(responses),
  };
}

function webhookOperation({ summary, headers, body }: ApiWebhook): OpenApiOperation {
  return {
    summary,
    parameters: Object.entries(headers).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: schemaOf(body, 'output') } },
    },
    responses: { '2XX': { description: 'Received' } },
  };
}

/** The path's parameters must match the keys of the `params` schema. */
function checkParameters(route: ApiRoute): void {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
  const described = Object.keys(route.params?.shape ?? {}).sort();
  if (inPath.join() !== described.join())
    throw new Error(`${route.method} ${route.path}: params describe [${described.join(', ')}]`);
}

/**
 * Builds the document in the order of the routes. Throws at startup when a route is duplicated or when a path and its parameters
 * disagree.
 */
export function openApiDocument(
  info: ApiInfo,
  routes: readonly ApiRoute[],
  securitySchemes: SecuritySchemes = {},
  webhooks: readonly ApiWebhook[] = [],
): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const route of routes) {
    checkParameters(route);
    const methods = paths[route.path] ?? {};
    paths[route.path] = methods;
    const method = route.method.toLowerCase();
    if (methods[method]) throw new Error(`${route.method} ${route.path} is in the table twice`);
    methods[method] = operationOf(route);
  }
  const described = webhooks.map((webhook) => [webhook.name, { post: webhookOperation(webhook) }] as const);
  return {
    openapi: '3.1.0',
    info,
    components: { securitySchemes },
    paths,
    ...(described.length === 0 ? {} : { webhooks: Object.fromEntries(described) }),
  };
}
