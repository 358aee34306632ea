import type { Hono } from "hono";
import { schemas } from "../generated/http.ts";
import { descriptionOf, type EndpointDescription } from "./endpoint.ts";
import type { HostEnv } from "./host-env.ts";
import type {
  MediaObject,
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  SchemaObject,
} from "./openapi-document.ts";

/** An endpoint with its method and path. */
export interface DescribedRoute {
  readonly method: string;
  /** In Hono's form, such as `/api/bots/:id`. */
  readonly path: string;
  readonly description: EndpointDescription;
}

/** The endpoints of an app, in the order of their definition. */
export function describeRoutes(app: Pick<Hono<HostEnv>, "routes">): DescribedRoute[] {
  return app.routes.flatMap(({ method, path, handler }) => {
    const description = descriptionOf(handler);
    return description === undefined ? [] : [{ method, path, description }];
  });
}

/** Makes the OpenAPI 3.1 document of the routes. Its schemas and the validators are generated from the same types. */
export function createOpenApi(
  routes: readonly DescribedRoute[],
  publicUrl: string,
): OpenApiDocument {
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Botwright",
      version: "1.0.0",
      description:
        "Chat bots with plugins. Log in by POST /api/auth/sign-in/email; the header set-auth-token of its answer is the bearer token, and browsers get a cookie.",
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { ...named("Bodies"), ...named("Answers"), ...others() },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        cookie: { type: "apiKey", in: "cookie", name: "botwright.session_token" },
      },
    },
  };
}

function operation({ method, path, description }: DescribedRoute): OperationObject {
  const { summary, audience = "user", body, query, answer, type, errors = [] } = description;
  const { status = answer === null ? 204 : 200 } = description;
  const content = answer === null ? {} : { content: media(type, ref(answer)) };
  return {
    summary,
    operationId: `${method.toLowerCase()}${path.replaceAll(/\W+(\w)/g, (_, first) => `_${first}`)}`,
    tags: [/^\/(?:api\/)?([\w-]*)/.exec(path)?.[1] ?? ""],
    security: audience === "anyone" ? [] : [{ bearer: [] }, { cookie: [] }],
    "x-audience": audience,
    parameters: [...pathParameters(path), ...(query === undefined ? [] : queryParameters(query))],
    ...(body && { requestBody: { required: true, content: media(undefined, ref(body)) } }),
    responses: {
      [status]: { description: "Done", ...content },
      default: {
        description: `An error${errors.length === 0 ? "" : `; its own codes: ${errors.join(", ")}`}`,
        content: media(undefined, ref("Error")),
      },
    },
  };
}

function media(type = "application/json", schema: SchemaObject): MediaObject["content"] & object {
  return { [type]: { schema } };
}

function pathParameters(path: string): ParameterObject[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    name,
    in: "path",
    required: true,
    schema: /^id$|_id$/.test(name) ? { type: "integer", minimum: 1 } : { type: "string" },
  }));
}

function queryParameters(name: string): ParameterObject[] {
  const query = component("Queries")?.properties?.[name];
  // The schema of a query that is a named type, or is composed of several, is a reference.
  const own = query?.$ref === undefined ? query : component(query.$ref.split("/").at(-1) ?? "");
  const { properties = {}, required = [] } = own ?? {};
  return Object.entries(properties).map(([key, schema]) => ({
    name: key,
    in: "query",
    required: required.includes(key),
    schema,
  }));
}

/** The groups of `typia/http.ts`, whose members are components of the document. */
const GROUPS = new Set(["Bodies", "Queries", "Answers"]);

function component(name: string): SchemaObject | undefined {
  return schemas.components.schemas?.[name];
}

/** The schemas of a group, by the names of its members; a member that is a named type is a reference. */
function named(group: string): Readonly<Record<string, SchemaObject>> {
  const entries = Object.entries(component(group)?.properties ?? {});
  return Object.fromEntries(entries.filter(([name, schema]) => !refersTo(schema, name)));
}

/** Whether a member of a group refers to a type of the same name. */
function refersTo(schema: SchemaObject, name: string): boolean {
  return schema.$ref === ref(name).$ref;
}

/** The schemas of the types to which members of groups refer. */
function others(): Record<string, SchemaObject> {
  const all = Object.entries(schemas.components.schemas ?? {});
  return Object.fromEntries(all.filter(([name]) => !GROUPS.has(name)));
}

function ref(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}
