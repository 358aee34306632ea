/**
 * The parts of OpenAPI 3.1 that the host writes.
 *
 * @see https://spec.openapis.org/oas/v3.1.0
 * @module
 */

/** A JSON Schema. */
export interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaObject>>;
  readonly required?: readonly string[];
  readonly items?: SchemaObject;
  readonly oneOf?: readonly SchemaObject[];
  readonly minimum?: number;
}

/** A body or an answer. */
export interface MediaObject {
  readonly description?: string;
  readonly required?: boolean;
  readonly content?: Readonly<Record<string, { readonly schema: SchemaObject }>>;
}

/** A parameter of a path or a query. */
export interface ParameterObject {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: SchemaObject;
}

/** An endpoint. */
export interface OperationObject {
  readonly summary: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly security: readonly object[];
  /** Who may use it: `anyone`, `user` or `admin`. */
  readonly "x-audience": string;
  readonly parameters: readonly ParameterObject[];
  readonly requestBody?: MediaObject;
  /** By status: the successful answer first, then `default` for all errors. */
  readonly responses: Readonly<Record<string, MediaObject>>;
}

/** A document. */
export interface OpenApiDocument {
  readonly openapi: "3.1.0";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaObject>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}
