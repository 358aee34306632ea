import { Ajv2020 } from "ajv/dist/2020.js";
import { openTestApp } from "./test-app.ts";

/** The parts of an OpenAPI document that the table-driven test reads. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}
interface Media {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}
interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: Schema;
}
interface OperationObject {
  readonly "x-audience": "anyone" | "user" | "admin";
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Media;
  readonly responses: Readonly<Record<string, Media>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** An endpoint, as the document describes it. */
export interface Operation {
  /** `POST /api/plugins/submit` */
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly audience: "anyone" | "user" | "admin";
  readonly ids: readonly string[];
  readonly pathParameters: readonly string[];
  readonly queries: readonly Parameter[];
  readonly body: Schema | undefined;
  /** The status of a good answer. */
  readonly status: number;
  /** The media type of a good answer, `undefined` of an empty one. */
  readonly type: string | undefined;
  /** Methods that the path does not know. */
  readonly wrongMethods: readonly string[];
  /** Checks a JSON answer; returns what is wrong. */
  check(status: number, answer: unknown): string;
}

/** The document does not depend on what stands behind the endpoints. */
const document: Document = await readDocument();
/** A judge that was not written here. */
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema({ $id: "document", ...document });

/** All endpoints of the document. */
export const OPERATIONS: readonly Operation[] = Object.entries(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => describe(path, method, operation)),
);

async function readDocument(): Promise<Document> {
  await using app = await openTestApp();
  return JSON.parse(await (await app.anyone.send("GET", "/openapi.json")).text());
}

function describe(path: string, method: string, operation: OperationObject): Operation {
  const { parameters, requestBody, responses } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const [status = ""] = Object.keys(responses);
  const schema = requestBody?.content?.["application/json"]?.schema;
  const known = Object.keys(document.paths[path] ?? {});
  const pointer = `document#/paths/${path.replaceAll("/", "~1")}/${method}/responses`;
  return {
    title: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    audience: operation["x-audience"],
    ids: inPath.filter((parameter) => parameter.schema.type === "integer").map(nameOf),
    pathParameters: inPath.map(nameOf),
    queries: parameters.filter((parameter) => parameter.in === "query"),
    body: schema && resolve(schema),
    status: Number(status),
    type: Object.keys(responses[status]?.content ?? {})[0],
    wrongMethods: ["patch", "delete", "put", "post"]
      .filter((name) => !known.includes(name))
      .map((name) => name.toUpperCase()),
    check(code, answer) {
      const name = String(code) in responses ? String(code) : "default";
      if (responses[name]?.content === undefined) return answer === undefined ? "" : "not empty";
      const validate = ajv.getSchema(`${pointer}/${name}/content/application~1json/schema`);
      return validate?.(answer) === true ? "" : ajv.errorsText(validate?.errors);
    },
  };
}

function nameOf({ name }: Parameter): string {
  return name;
}

/** Follows a reference. */
export function resolve(schema: Schema): Schema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : (document.components.schemas[name] ?? schema);
}

/** Values that a schema does not allow. */
export function wrongValues(schema: Schema): unknown[] {
  // References are to the document, at any depth.
  const absolute = JSON.stringify(schema).replaceAll('"#/', '"document#/');
  const validate = ajv.compile(JSON.parse(absolute));
  return [null, 7, 1e19, "text", true, [7], { a: 7 }].filter((value) => !validate(value));
}
