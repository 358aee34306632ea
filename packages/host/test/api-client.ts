import { expect } from "vitest";

/** A client of the HTTP interface of a host that is served. */
export interface ApiClient {
  /** Logs in or signs up; the answer's JSON. */
  readonly enter: (path: string, body: object) => Promise<ApiAnswer>;
  /** Sends a request; the answer's JSON. Fails unless the status is the expected one, or 2xx. */
  readonly call: (
    method: string,
    path: string,
    body?: object,
    status?: number,
  ) => Promise<ApiAnswer>;
  /** Follows a stream of events until one has all of this; returns that one. */
  readonly follow: (path: string, until: object) => Promise<ApiAnswer>;
}

/** JSON that a test takes apart by its own expectations. */
// oxlint-disable-next-line typescript/no-explicit-any -- every answer has another shape
export type ApiAnswer = any;

/**
 * Creates a client, without a session unless it has a token.
 *
 * @param url of the host, or where it is now
 */
export function createApiClient(url: string | (() => string), token = ""): ApiClient {
  let bearer = token;
  const base = typeof url === "string" ? () => url : url;
  const send = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(base() + path, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer ${bearer}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  return {
    async enter(path, body) {
      const { answer, json } = await read(send("POST", path, body), path);
      bearer = answer.headers.get("set-auth-token") ?? "";
      return json;
    },
    async call(method, path, body, status) {
      return (await read(send(method, path, body), `${method} ${path}`, status)).json;
    },
    async follow(path, until) {
      const { body } = await send("GET", path);
      let text = "";
      for await (const chunk of body ?? []) {
        text += new TextDecoder().decode(chunk);
        const events = text.split("\n\n").flatMap((part): unknown[] => {
          const [, data] = /^data: (.*)$/mu.exec(part) ?? [];
          return data === undefined || !data.endsWith("}") ? [] : [JSON.parse(data)];
        });
        const found = events.find((event) => expect.objectContaining(until).asymmetricMatch(event));
        if (found !== undefined) return found;
      }
      throw new Error(`the stream has ended: ${text}`);
    },
  };
}

async function read(answering: Promise<Response>, what: string, status?: number) {
  const answer = await answering;
  const text = await answer.text();
  const isExpected = status === undefined ? answer.ok : answer.status === status;
  if (!isExpected) throw new Error(`${what}: ${answer.status} ${text}`);
  return { answer, json: text === "" ? undefined : JSON.parse(text) };
}
