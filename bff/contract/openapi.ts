/** Generates OpenAPI 3.1 for our own API from the Zod schemas that validate it. */
import { z } from 'zod';
import { ERROR_MESSAGES } from './errors.ts';

export interface ApiRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With parameters in braces: `/api/loads/{load_id}`. */
  readonly path: string;
  readonly summary: string;
  readonly operation_id?: string;
  readonly tag?: string;
  /** The same route under another path. */
  readonly alias?: string;
  /** One property for each path parameter. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** One property for each header, by its name on the wire. */
  readonly headers?: z.ZodObject;
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
  readonly license?: { readonly name: string; readonly identifier: string };
}

interface OpenApiOptions {
  readonly securitySchemes?: SecuritySchemes;
  readonly webhooks?: readonly ApiWebhook[];
  readonly servers?: readonly { readonly url: string; readonly description: string }[];
  readonly tags?: readonly { readonly name: string; readonly description: string }[];
  /** Schemas described once, by name. */
  readonly schemas?: Readonly<Record<string, { readonly schema: z.ZodType; readonly example?: unknown }>>;
  /** Headers of responses. `statuses`: only of these. */
  readonly responseHeaders?: Readonly<
    Record<string, { readonly description: string; readonly statuses?: readonly number[] }>
  >;
}

type JsonSchema = Readonly<Record<string, unknown>>;

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: ApiInfo;
  readonly servers?: OpenApiOptions['servers'];
  readonly tags?: OpenApiOptions['tags'];
  readonly components: {
    readonly securitySchemes: SecuritySchemes;
    readonly headers?: Readonly<Record<string, JsonSchema>>;
    readonly responses?: Readonly<Record<string, OpenApiResponse>>;
    readonly schemas?: Readonly<Record<string, JsonSchema>>;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly webhooks?: Readonly<Record<string, { readonly post: OpenApiOperation }>>;
}

export interface OpenApiOperation {
  readonly summary: string;
  readonly operationId?: string;
  readonly tags?: readonly string[];
  readonly 'x-alias'?: string;
  readonly security?: readonly Readonly<Record<string, readonly never[]>>[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly required: boolean;
    readonly description?: string;
    readonly schema: JsonSchema;
  }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, OpenApiResponse | Reference>>;
}

interface Reference {
  readonly $ref: string;
}

interface OpenApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference>>;
  readonly content?: Content;
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
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Writes schemas, and collects those that have a name. */
class SchemaWriter {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly #names: Names;

  constructor(schemas: NonNullable<OpenApiOptions['schemas']>) {
    this.#names = new Names(schemas);
  }

  /**
   * JSON Schema of a request (`input`) or a response (`output`). Refinements and transforms, which JSON Schema cannot express,
   * become unconstrained. Throws when a named schema differs between requests and responses.
   */
  schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $schema: _, ...whole } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      metadata: this.#names,
    });
    const { $defs = {}, ...rest } = JSON.parse(
      JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/'),
    ) as { $defs?: Record<string, JsonSchema> } & JsonSchema;
    const { id, ...written } = rest;
    for (const [name, { id: _id, ...named }] of Object.entries($defs)) this.#add(name, named);
    if (typeof id !== 'string') return written;
    this.#add(id, written);
    return { $ref: `#/components/schemas/${id}` };
  }

  #add(name: string, schema: JsonSchema): void {
    const known = this.schemas[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`the schema ${name} differs between requests and responses`);
    this.schemas[name] = schema;
  }
}

/** The metadata of schemas, with the names that one document gives them. */
class Names extends z.core.$ZodRegistry<z.core.GlobalMeta> {
  readonly #given: ReadonlyMap<unknown, z.core.GlobalMeta>;

  constructor(schemas: NonNullable<OpenApiOptions['schemas']>) {
    super();
    this.#given = new Map(
      Object.entries(schemas).map(([id, { schema, example }]) => [
        schema,
        { id, ...(example === undefined ? {} : { examples: [example] }) },
      ]),
    );
  }

  override get<S extends z.core.$ZodType>(schema: S) {
    const given = this.#given.get(schema);
    const usual = z.globalRegistry.get(schema);
    return (given ? { ...usual, ...given } : usual) as ReturnType<
      z.core.$ZodRegistry<z.core.GlobalMeta>['get']
    >;
  }
}

/** One parameter for each property. Uses the JSON Schema because it lists the required properties. */
function parametersOf(
  object: z.ZodObject | undefined,
  location: 'path' | 'query' | 'header',
  writer: SchemaWriter,
) {
  if (object === undefined) return [];
  const { properties = {}, required = [] } = writer.schemaOf(object, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    ...(typeof description === 'string' ? { description } : {}),
    schema,
  }));
}

/** Headers that a response of this status has, by reference. */
function headersOf(status: number, { responseHeaders = {} }: OpenApiOptions) {
  const headers = Object.entries(responseHeaders)
    .filter(([, { statuses }]) => statuses?.includes(status) ?? true)
    .map(([name]) => [name, { $ref: `#/components/headers/${name}` }]);
  return headers.length === 0 ? {} : { headers: Object.fromEntries(headers) as Record<string, Reference> };
}

function responseOf(
  status: number,
  schema: z.ZodType | null,
  mediaType: string,
  writer: SchemaWriter,
  options: OpenApiOptions,
): OpenApiResponse {
  return {
    description: REASONS[status] ?? `Status ${status}`,
    ...headersOf(status, options),
    ...(schema ? { content: { [mediaType]: { schema: writer.schemaOf(schema, 'output') } } } : {}),
  };
}

function operationOf(
  route: ApiRoute,
  writer: SchemaWriter,
  shared: Record<string, OpenApiResponse>,
  options: OpenApiOptions,
): OpenApiOperation {
  const parameters = [
    ...parametersOf(route.params, 'path', writer),
    ...parametersOf(route.query, 'query', writer),
    ...parametersOf(route.headers, 'header', writer),
  ];
  const mediaType = route.media_type ?? 'application/json';
  const responses = Object.entries(route.responses).map(([text, schema]) => {
    const status = Number(text);
    const response = responseOf(status, schema, mediaType, writer, options);
    // Errors are the same everywhere, so a document with named schemas describes them once.
    if (options.schemas === undefined || status < 400) return [text, response];
    const name = response.description.replaceAll(' ', '');
    shared[name] = response;
    return [text, { $ref: `#/components/responses/${name}` }];
  });
  return {
    summary: route.summary,
    ...(route.operation_id ? { operationId: route.operation_id } : {}),
    ...(route.tag ? { tags: [route.tag] } : {}),
    ...(route.alias ? { 'x-alias': route.alias } : {}),
    ...(route.security ? { security: [{ [route.security]: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: writer.schemaOf(route.body, 'input') } },
          },
        }
      : {}),
    responses: Object.fromEntries(responses),
  };
}

function webhookOperation(
  { name, summary, headers, body }: ApiWebhook,
  writer: SchemaWriter,
): OpenApiOperation {
  return {
    summary,
    operationId: `receive.${name}`,
    security: [],
    parameters: Object.entries(headers).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: writer.schemaOf(body, 'output') } },
    },
    responses: {
      '2XX': { description: 'Received' },
      '4XX': { description: 'Not received; sent again later. 410 turns the webhook off' },
    },
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
  options: OpenApiOptions = {},
): OpenApiDocument {
  const { securitySchemes = {}, webhooks = [], servers, tags, schemas, responseHeaders } = options;
  const writer = new SchemaWriter(schemas ?? {});
  const responses: Record<string, OpenApiResponse> = {};
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const route of routes) {
    checkParameters(route);
    const methods = paths[route.path] ?? {};
    paths[route.path] = methods;
    const method = route.method.toLowerCase();
    if (methods[method]) throw new Error(`${route.method} ${route.path} is in the table twice`);
    methods[method] = operationOf(route, writer, responses, options);
  }
  const described = webhooks.map(
    (webhook) => [webhook.name, { post: webhookOperation(webhook, writer) }] as const,
  );
  const headers = Object.entries(responseHeaders ?? {}).map(
    ([name, { description }]) => [name, { description, schema: { type: 'string' } }] as const,
  );
  return {
    openapi: '3.1.0',
    info,
    ...(servers ? { servers } : {}),
    ...(tags ? { tags } : {}),
    components: {
      securitySchemes,
      ...(responseHeaders ? { headers: Object.fromEntries(headers) } : {}),
      ...(schemas ? { responses, schemas: writer.schemas } : {}),
    },
    paths,
    ...(described.length === 0 ? {} : { webhooks: Object.fromEntries(described) }),
  };
}
