import type { FeishuSimulator } from "@botwright/simulators";

export const USER = "ou_1001";

/** An answer with its HTTP status. */
export interface Answer {
  readonly status: number;
  readonly code?: number;
  readonly data?: Record<string, unknown>;
  readonly tenant_access_token?: string;
  readonly expire?: number;
}

/** Posts JSON, or a text as it is. */
export async function post(
  sim: FeishuSimulator,
  path: string,
  body: unknown,
  token?: string,
): Promise<Answer> {
  const response = await fetch(sim.baseUrl + path, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  return Object.assign({ status: response.status }, answer);
}

/** Asks for an access token. */
export function tokenOf(sim: FeishuSimulator, body: object = sim.credentials): Promise<Answer> {
  return post(sim, "/open-apis/auth/v3/tenant_access_token/internal", body);
}

export const SEND = "/open-apis/im/v1/messages?receive_id_type=open_id";
/** The content of a text. */
export const text = (words: string): string => JSON.stringify({ text: words });

/** A GET below `/open-apis`. */
export async function get(sim: FeishuSimulator, path: string, token = ""): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${sim.baseUrl}/open-apis${path}`, { headers });
  const answer: unknown = await response.json();
  return Object.assign({ status: response.status }, answer);
}

/** A call of another verb below `/open-apis`. */
export async function call(
  sim: FeishuSimulator,
  method: "PUT" | "PATCH" | "DELETE",
  path: string,
  body: object | undefined,
  token: string,
): Promise<Answer> {
  const response = await fetch(`${sim.baseUrl}/open-apis${path}`, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  return Object.assign({ status: response.status }, answer);
}

/** Uploads a form to `images` or `files`. */
export async function upload(
  sim: FeishuSimulator,
  path: "images" | "files",
  fields: Readonly<Record<string, string | Blob>>,
  token = "",
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const headers = { authorization: `Bearer ${token}` };
  const url = `${sim.baseUrl}/open-apis/im/v1/${path}`;
  const response = await fetch(url, { method: "POST", headers, body: form });
  const answer: unknown = await response.json();
  return Object.assign({ status: response.status }, answer);
}
