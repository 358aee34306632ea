/**
 * The bootstrap: runs inside the virtual machine, once, before the base image is taken.
 *
 * @module
 */
import { settleCall } from "./calls.ts";
import { installDate, setTime } from "./date.ts";
import { hardenIntrinsics } from "./harden.ts";
import { contextRoots } from "./context.ts";
import { connect, type HostFunctions } from "./host.ts";
import { adopt, defineModuleGlobals, fail, run } from "./plugin.ts";
import { installGlobals } from "./globals.ts";
import { installRandom } from "./random.ts";
import { ring } from "./timers.ts";

/** One answer of the host, and the time at which it came. */
function receive(
  now: number,
  id: number,
  ok: number,
  json: string,
  bytes: ArrayBuffer | undefined,
): void {
  setTime(now);
  try {
    if (!ring(id)) settleCall(id, ok === 1, json, bytes);
  } catch (thrown) {
    // Only a timer's callback throws; nobody else is there to be told.
    fail(thrown);
  }
}

/** Builds the guest's world; returns the functions by which the host enters it. */
export function boot(
  request: HostFunctions["request"],
  settle: HostFunctions["settle"],
  log: HostFunctions["log"],
  media: HostFunctions["media"],
  transcode: HostFunctions["transcode"],
): [run: typeof run, receive: typeof receive, adopt: typeof adopt] {
  connect({ request, settle, log, media, transcode });
  installDate();
  installRandom();
  installGlobals();
  hardenIntrinsics(contextRoots);
  defineModuleGlobals();
  return [run, receive, adopt];
}
