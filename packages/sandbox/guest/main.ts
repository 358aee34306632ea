/**
 * The bootstrap: runs inside the virtual machine, once, before the base image is taken.
 *
 * @module
 */
import { settleCall } from "./calls.ts";
import { installDate, setTime } from "./intrinsics/date.ts";
import { guardGlobals } from "./intrinsics/guard-globals.ts";
import { hardenIntrinsics } from "./intrinsics/harden.ts";
import { contextRoots } from "./context.ts";
import { connect, type HostFunctions } from "./host.ts";
import { adopt, defineModuleGlobals, describe, fail, run } from "./plugin.ts";
import { installGlobals, SHADOWED_CLASSES } from "./globals.ts";
import { installLocales } from "./intrinsics/locale.ts";
import { installNodeNames } from "./intrinsics/node-names.ts";
import { installRandom } from "./intrinsics/random.ts";
import { fireTimer } from "./timers.ts";

/** An answer of the host, and the time at which it came; a negative id means an error. */
function receive(now: number, signedId: number, json: string, bytes?: ArrayBuffer): void {
  setTime(now);
  const id = Math.abs(signedId);
  try {
    if (!settleCall(id, signedId > 0, json, bytes)) fireTimer(id);
  } catch (thrown) {
    // Only a timer's callback throws, and no other code could catch its error.
    fail(thrown);
  }
}

/** Builds the guest's globals; returns the functions by which the host enters it. */
export function boot(
  request: HostFunctions["request"],
  settle: HostFunctions["settle"],
  log: HostFunctions["log"],
  media: HostFunctions["media"],
  compute: HostFunctions["compute"],
  random: HostFunctions["random"],
  reserve: HostFunctions["reserve"],
): [run: typeof run, receive: typeof receive, adopt: typeof adopt, describe: typeof describe] {
  connect({ request, settle, log, media, compute, random, reserve });
  installDate();
  installRandom();
  installGlobals();
  installLocales();
  installNodeNames();
  guardGlobals();
  hardenIntrinsics(contextRoots, SHADOWED_CLASSES);
  defineModuleGlobals();
  return [run, receive, adopt, describe];
}
