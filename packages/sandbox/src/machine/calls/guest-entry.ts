import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import { PLUGIN_FILE } from "../../protocol/errors.ts";
import { readThrown } from "./guest-errors.ts";
import type { GuestArgument } from "../crossing.ts";
import { newArrayBuffer } from "../host-functions.ts";
import type { Instance } from "../instance.ts";
import type { HostAnswer } from "../../protocol/call-messages.ts";
import type { GuestCall } from "./guest-call.ts";

/**
 * Jobs per iteration of the pump: executing all pending jobs at once would never return from an endless
 * promise chain.
 */
const JOBS = 500;

/**
 * Throws when the engine had no memory for a value and returned none, or an exception, instead. Skipped for
 * a call that was never refused memory.
 */
function assertMade(call: GuestCall, context: QuickJSContext, value: QuickJSHandle): void {
  if (!call.memoryFull) return;
  if (Number(value.value) === 0 || context.typeof(value) === "unknown") {
    throw new RangeError("out of memory");
  }
}

/** Calls the plugin's handler. */
export function run({ context, crossing, entries }: Instance, call: GuestCall): void {
  const { snapshot, start } = call.input;
  const thrown = crossing.call(entries.run, [snapshot, start.seed, start.now], (value) =>
    assertMade(call, context, value),
  );
  if (thrown !== undefined) call.fail(readThrown(context, entries.describe, thrown));
}

/**
 * Passes the host's answer to the guest, with the time to show from now on. A negative id means an error.
 *
 * The guest's entry resolves the promise of that id, which only queues promise jobs: the caller runs them
 * with {@link pump}. The arguments are freed at once, since each would keep its value in the machine's memory
 * and make it part of the call's diff.
 */
export function receive(
  { context, crossing, entries }: Instance,
  call: GuestCall,
  answer: HostAnswer,
): void {
  const { at, ok, id, text, bytes } = answer;
  const json = text === undefined ? answer.json : JSON.stringify(text);
  if (!call.accept({ ...answer, json })) return;
  const args: GuestArgument[] = [at, ok ? id : -id, json];
  if (bytes !== undefined) args.push(newArrayBuffer(context, bytes));
  const thrown = crossing.call(entries.receive, args, (value) => assertMade(call, context, value));
  if (thrown !== undefined) call.fail(readThrown(context, entries.describe, thrown));
}

/** Runs the guest's promise jobs until none is left or the call has ended. */
export function pump({ crossing }: Instance, call: GuestCall): void {
  for (;;) {
    if (call.isOver()) return;
    const executed = crossing.runJobs(JOBS);
    call.countJobs(executed ?? 1);
    if (executed !== undefined && executed < JOBS) return;
  }
}

/**
 * Evaluates a file and passes its exports to the bootstrap, which settles the call with the declaration.
 *
 * A module evaluates to a promise because of top-level await. A pending promise after the pump can never
 * settle, since there are no host calls and timers during loading.
 */
export function evaluate(machine: Instance, call: GuestCall, source: string): void {
  const { context, entries } = machine;
  const fail = (error: QuickJSHandle): void =>
    call.fail(readThrown(context, entries.describe, error));
  const evaluated = context.evalCode(source, PLUGIN_FILE, { type: "module" });
  if (evaluated.error !== undefined) return fail(evaluated.error);
  assertMade(call, context, evaluated.value);
  pump(machine, call);
  const state = context.getPromiseState(evaluated.value);
  if (state.type === "rejected") return fail(state.error);
  if (call.ended || state.type === "pending") return;
  assertMade(call, context, state.value);
  const adopted = context.callFunction(entries.adopt, context.undefined, state.value);
  if (adopted.error !== undefined) return fail(adopted.error);
  assertMade(call, context, adopted.value);
  const declaration = context.getString(adopted.value);
  if (declaration === "") call.failCrossing();
  else call.settle(true, declaration);
}
