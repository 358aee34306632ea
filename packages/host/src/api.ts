/**
 * The client's side of the HTTP interface. It runs in browsers too.
 *
 * @module
 */
import { hc } from "hono/client";
import type { HostApi } from "./http/app.ts";

export type { HostApi };

/** Hono's client, with the types of the host's endpoints. */
export type HostClient = ReturnType<typeof hc<HostApi>>;

/**
 * Creates a typed client of a host.
 *
 * @param address such as `https://bots.example.org`
 * @param token the bearer token of a session: the header `set-auth-token` of a login
 * @example
 * const client = createHostClient("https://bots.example.org", token);
 * const { items } = await (await client.api.bots.$get()).json();
 */
export function createHostClient(address: string, token?: string): HostClient {
  const headers: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  return hc<HostApi>(address, { headers });
}
