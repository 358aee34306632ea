/**
 * The bootstrap: runs inside the virtual machine, once, before the base image is taken.
 *
 * @module
 */
import { settleCall } from "./calls.ts";
import { installDate, setTime } from "./date.ts";
import { connect, type HostFunctions } from "./host.ts";
import { adopt, defineModuleGlobals, run } from "./plugin.ts";
import { installGlobals } from "./globals.ts";
import { installRandom } from "./random.ts";

/** One answer of the host, and the time at which it came. */
function receive(
  now: number,
  id: number,
  ok: number,
  json: string,
  bytes: ArrayBuffer | undefined,
): void {
  setTime(now);
  settleCall(id, ok === 1, json, bytes);
}

/** Builds the guest's world; returns the functions by which the host enters it. */
export function boot(
  request: HostFunctions["request"],
  settle: HostFunctions["settle"],
  log: HostFunctions["log"],
  media: HostFunctions["media"],
): [run: typeof run, receive: typeof receive, adopt: typeof adopt] {
  connect({ request, settle, log, media });
  installDate();
  installRandom();
  installGlobals();
  defineModuleGlobals();
  return [run, receive, adopt];
}
