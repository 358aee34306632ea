import { html } from "hono/html";
import type {
  MediaObject,
  OpenApiDocument,
  OperationObject,
  SchemaObject,
} from "./openapi-document.ts";

type Html = ReturnType<typeof html>;

/** Levels of nested objects that are written out; deeper types appear by name only. */
const DEPTH = 4;

/** Renders the OpenAPI document as a page without scripts. */
export function renderApiPage(document: OpenApiDocument): Html {
  const { info, paths, components } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = Map.groupBy(operations, ({ operation }) => operation.tags[0] ?? "");

  /**
   * Writes a schema in the syntax of TypeScript.
   *
   * @param around the names of the enclosing types: a type that contains itself appears there by name only
   */
  function typeOf(schema: SchemaObject, depth = 0, around: readonly string[] = []): string {
    const name = schema.$ref?.split("/").at(-1);
    const known = name === undefined ? schema : components.schemas[name];
    const isNamed = name !== undefined && (depth > DEPTH || around.includes(name));
    if (known === undefined || isNamed) return name ?? "unknown";
    const within = name === undefined ? around : [...around, name];
    if (known.const !== undefined) return JSON.stringify(known.const);
    if (known.enum !== undefined)
      return known.enum.map((value) => JSON.stringify(value)).join(" | ");
    if (known.oneOf !== undefined)
      return known.oneOf.map((one) => typeOf(one, depth, within)).join(" | ");
    if (known.type === "array") return `${typeOf(known.items ?? {}, depth, within)}[]`;
    if (known.properties === undefined) return known.type ?? "any";
    const indent = "  ".repeat(depth + 1);
    const lines = Object.entries(known.properties).map(([key, value]) => {
      const mark = known.required?.includes(key) === true ? "" : "?";
      const words = value.description;
      const comment = words === undefined ? "" : `  // ${firstSentence(words)}`;
      return `${indent}${key}${mark}: ${typeOf(value, depth + 1, within)}${comment}`;
    });
    return `{\n${lines.join("\n")}\n${"  ".repeat(depth)}}`;
  }

  function renderMedia(title: string, media: MediaObject | undefined): Html | "" {
    const [type, body] = Object.entries(media?.content ?? {})[0] ?? [];
    if (type === undefined || body === undefined) return "";
    const kind = type === "application/json" ? "" : ` (${type})`;
    return html`<h4>${title}${kind}</h4>
      <pre>${typeOf(body.schema)}</pre>`;
  }

  function renderOperation(path: string, method: string, operation: OperationObject): Html {
    const { summary, parameters, requestBody, responses } = operation;
    const [good = ""] = Object.keys(responses);
    const queries = parameters.filter((parameter) => parameter.in === "query");
    return html`<details>
      <summary>
        <b class="${method}">${method.toUpperCase()}</b> <code>${path}</code> <span>${summary}</span
        ><i>${operation["x-audience"]}</i>
      </summary>
      ${queries.map(
        ({ name, required, schema }) =>
          html`<p>
            <code>?${name}</code> ${typeOf(schema)}${required ? ", required" : ""}
            ${schema.description ?? ""}
          </p>`,
      )}
      ${renderMedia("Body", requestBody)} ${renderMedia(`Answer ${good}`, responses[good])}
      <p>${responses["default"]?.description ?? ""}</p>
    </details>`;
  }

  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title}: HTTP interface</title>
        <link rel="stylesheet" href="/api/page.css" />
      </head>
      <body>
        <h1>${info.title}: HTTP interface</h1>
        <p>${info.description} The document: <a href="/openapi.json">openapi.json</a>.</p>
        ${[...groups].map(
          ([group, members]) =>
            html`<h2>${group}</h2>
              ${members.map(({ path, method, operation }) => renderOperation(path, method, operation))}`,
        )}
      </body>
    </html>`;
}

/** The page's style sheet. It is a separate file because the content security policy forbids inline styles. */
export const API_PAGE_CSS = `:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent); }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin: 2rem 0 .5rem; font-size: 1.1rem; text-transform: capitalize; }
h4 { margin: .5rem 0 .25rem; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .35rem 0; padding: 0 .75rem; }
details[open] { padding-bottom: .5rem; }
summary { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; padding: .4rem 0; cursor: pointer; }
summary b { min-width: 4.2em; font-size: .8rem; color: #2563eb; }
summary b.post { color: #15803d; } summary b.put { color: #b45309; } summary b.delete { color: #b91c1c; }
summary span { flex: 1 1 14rem; opacity: .8; } summary i { font-size: .8rem; opacity: .6; }
code, pre { font: 13px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { background: color-mix(in srgb, currentColor 6%, transparent); padding: .6rem; border-radius: 6px; overflow-x: auto; overflow-wrap: normal; }
`;

/** The first sentence of a description, on one line. */
function firstSentence(description: string): string {
  const [first = ""] = description.split("\n\n");
  return first.replaceAll("\n", " ").replace(/(?<=[^.][.!?]) [A-Z`].*$/u, "");
}
