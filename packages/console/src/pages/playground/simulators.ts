import { api, read } from "../../api.ts";

/** The paths of the simulated chats: those of the demo's user, and those of bots that visitors bind. */
export const SIMULATORS = { chats: "/playground/", own: "/playground/spare/" } as const;

/** Whether this host simulates platforms. */
export async function hasSimulators(): Promise<boolean> {
  return (await read(api.platforms.$get())).simulated;
}

/** The credentials for the simulated platforms, by platform and field. */
export type SimulatedCredentials = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Reads the values that a visitor enters to bind a simulated bot. */
export async function readCredentials(): Promise<SimulatedCredentials> {
  const all: unknown = await (await fetch(`${SIMULATORS.own}credentials.json`)).json();
  return Object.fromEntries(
    Object.entries(Object(all)).map(([platform, fields]) => [platform, textsOf(fields)]),
  );
}

function textsOf(fields: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(Object(fields)).map(([name, value]) => [name, String(value)]),
  );
}

/**
 * Performs an action on the simulated phone, which scans WeChat's code.
 *
 * @returns `false` when there is no code to scan, or no scanned code to confirm
 */
export async function tapPhone(act: "scan" | "confirm"): Promise<boolean> {
  return (await fetch(`${SIMULATORS.own}phone/${act}`, { method: "POST" })).ok;
}

/** Sets the URL to which the simulated WeCom sends messages. */
export async function setWecomCallback(address: string): Promise<void> {
  await succeed(fetch(`${SIMULATORS.own}callbacks/wecom`, { method: "PUT", body: address }));
}

async function succeed(asked: Promise<Response>): Promise<void> {
  const answer = await asked;
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
}
