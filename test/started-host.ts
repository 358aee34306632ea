import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { root } from "./repository.ts";
import { type RunningCommand, startCommand } from "./running-command.ts";

/** Starts `npm start` where no package manager is: it installs nothing that is there. */
export function startHost(folder: string): RunningCommand {
  const env = {
    ...process.env,
    PORT: "0",
    PATH: dirname(process.execPath),
    BOTWRIGHT_DATA: folder,
  };
  return startCommand("exec node scripts/start.mjs", root, env);
}

/** What `npm start` has printed behind a word. */
export function printed(command: RunningCommand, what: string): string {
  return new RegExp(`^${what} +(.+)$`, "m").exec(command.output())?.[1] ?? "";
}

/** A folder for the data of a host, that is gone afterwards. */
export async function makeDataFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), "botwright-start-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Somebody who uses the host's HTTP interface. */
export interface ApiClient {
  /** Logs in or signs up. */
  enter(path: string, body: object): Promise<void>;
  /** Sends a request; the answer's JSON. Fails unless the status is the expected one, or 2xx. */
  call(method: string, path: string, body?: object, status?: number): Promise<ApiAnswer>;
}

/** JSON that a test takes apart by its own expectations. */
// oxlint-disable-next-line typescript/no-explicit-any -- every answer has another shape
export type ApiAnswer = any;

/** Creates a client without a session. */
export function createApiClient(url: string): ApiClient {
  let token = "";
  const send = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(url + path, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    async enter(path, body) {
      const answer = await send("POST", path, body);
      expect(answer.status).toBe(200);
      token = answer.headers.get("set-auth-token") ?? "";
    },
    async call(method, path, body, status) {
      const answer = await send(method, path, body);
      const text = await answer.text();
      const isExpected = status === undefined ? answer.ok : answer.status === status;
      if (!isExpected) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return text === "" ? undefined : JSON.parse(text);
    },
  };
}
