import fc from "fast-check";
import { expect, test } from "vitest";
import { createEvaluator, differences, sampleOf } from "./std-evaluator.ts";

const inside = await createEvaluator();

/**
 * | deliberately unlike Node | why |
 * | --- | --- |
 * | an error of a listener goes to the plugin's log | Node's ends the process |
 * | `Event` knows no phases, paths and bubbling | there is no tree |
 * | `{ signal }` of a listener ends it when the signal aborts | Node's with any event of that name |
 * | `AbortSignal.timeout` beyond 2^31 ms waits 2^31 ms | Node's fires at once |
 */
const target = fc.nat({ max: 4 });
const step = fc.oneof(
  target.map((at) => `c[${at}].abort()`),
  target.map((at) => `c[${at}].abort("reason ${at}")`),
  target.map((at) => `s[${at}].addEventListener("abort", listener(${at}, "l"))`),
  target.map((at) => `s[${at}].addEventListener("abort", listener(${at}, "once"), { once: true })`),
  target.map(
    (at) => `s[${at}].addEventListener("abort", { handleEvent: listener(${at}, "object") })`,
  ),
  target.map((at) => `s[${at}].onabort = listener(${at}, "on")`),
  target.map((at) => `s[${at}].onabort = null`),
  target.map(
    (at) =>
      `s[${at}].addEventListener("abort", shared); s[${at}].addEventListener("abort", shared)`,
  ),
  target.map((at) => `s[${at}].removeEventListener("abort", shared)`),
  fc.tuple(target, target).map(([a, b]) => `watch(AbortSignal.any([s[${a}], s[${b}]]))`),
  fc
    .tuple(target, target)
    .map(([a, b]) => `watch(AbortSignal.any([AbortSignal.any([s[${a}]]), s[${b}]]))`),
);

// Not both at once, see above.
const dispatching = fc.oneof(
  step,
  target.map((at) => `s[${at}].dispatchEvent(new Event("abort"))`),
);
const ending = fc.oneof(
  step,
  fc
    .tuple(target, target)
    .map(
      ([at, by]) =>
        `s[${at}].addEventListener("abort", listener(${at}, "until"), { signal: s[${by}] })`,
    ),
);

test("signals abort in the order in which Node's do", async () => {
  const expressions = sampleOf(
    fc
      .oneof(
        ...[dispatching, ending].map((each) => fc.array(each, { minLength: 2, maxLength: 12 })),
      )
      .map(
        (steps) => `(() => {
        const log = [];
        const c = Array.from({ length: 5 }, () => new AbortController());
        const s = c.map(({ signal }) => signal);
        const reasonOf = (signal) => signal.reason?.name ?? signal.reason;
        const listener = (at, name) => (event) => log.push([name, at, event.type, event.isTrusted, s.indexOf(event.target), s[at].aborted, reasonOf(s[at])]);
        const shared = () => log.push("shared");
        const composed = [];
        const watch = (signal) => { composed.push(signal); const at = composed.length; log.push(["any", at, signal.aborted, reasonOf(signal)]); signal.onabort = () => log.push(["composed", at, reasonOf(signal)]) };
        ${steps.join(";")};
        return [log, s.map((signal) => [signal.aborted, reasonOf(signal)]), composed.map((signal) => signal.aborted)];
      })()`,
      ),
    300,
  );
  expect(await differences(inside, expressions)).toEqual([]);
});

test("signals, controllers and events look like Node's", async () => {
  expect(
    await differences(inside, [
      `new AbortSignal()`,
      `AbortController()`,
      `[AbortSignal.name, AbortController.name, Event.name, EventTarget.name, DOMException.name]`,
      `[new AbortController(), new AbortController().signal, new Event("x"), new EventTarget(), new DOMException()].map((x) => Object.prototype.toString.call(x))`,
      `[new AbortController().signal instanceof EventTarget, new AbortController().signal instanceof AbortSignal]`,
      `(() => { const s = AbortSignal.abort(); return [s.aborted, s.reason.name, s.reason.code, s.reason.message, s.reason instanceof DOMException] })()`,
      `[AbortSignal.abort(5).reason, AbortSignal.abort(null).reason, AbortSignal.abort(undefined).reason.name]`,
      `AbortSignal.abort(new RangeError("mine")).throwIfAborted()`,
      `new AbortController().signal.throwIfAborted()`,
      `[new AbortController().signal.reason, new AbortController().signal.onabort]`,
      `AbortSignal.any([]).aborted`,
      `AbortSignal.any([AbortSignal.abort(1), AbortSignal.abort(2)]).reason`,
      `AbortSignal.any()`,
      `AbortSignal.any([1])`,
      `AbortSignal.any(5)`,
      `AbortSignal.timeout(-1)`,
      `AbortSignal.timeout("1")`,
      `AbortSignal.timeout(NaN)`,
      `(async () => { const s = AbortSignal.timeout(1); await new Promise((r) => s.addEventListener("abort", r)); return [s.reason.name, s.reason.code, s.reason.message] })()`,
      `(async () => { const s = AbortSignal.any([AbortSignal.timeout(1), new AbortController().signal]); await new Promise((r) => (s.onabort = r)); return s.reason.name })()`,
      `(() => { "use strict"; AbortSignal.abort().aborted = false })()`,
      `(() => { const e = new Event("x", { cancelable: true }); const t = new EventTarget(); t.addEventListener("x", (ev) => { ev.preventDefault(); ev.stopImmediatePropagation() }); t.addEventListener("x", () => { throw 1 }); return [t.dispatchEvent(e), e.defaultPrevented, e.target === t, e.currentTarget, e.type, e.isTrusted] })()`,
      `new EventTarget().dispatchEvent({})`,
      `new EventTarget().addEventListener("x", null)`,
      ...[
        "Error",
        "AbortError",
        "TimeoutError",
        "DataCloneError",
        "InvalidCharacterError",
        "QuotaExceededError",
        "NoSuchError",
        "toString",
      ].map(
        (name) =>
          `(() => { const e = new DOMException("m", "${name}"); return [e.name, e.code, e.message, String(e), e instanceof Error, typeof e.stack] })()`,
      ),
      `(() => { const e = new DOMException("m", { name: "N", cause: 5 }); return [e.name, e.cause, new DOMException().message, new DOMException(undefined, undefined).name] })()`,
      `(() => { try { return DOMException.prototype.name } catch (error) { return error.name } })()`,
    ]),
  ).toEqual([]);
});

test("a listener that throws does not keep the others from hearing", async () => {
  const value = await inside(`(() => {
    const controller = new AbortController();
    const heard = [];
    controller.signal.addEventListener("abort", () => { throw new Error("first") });
    controller.signal.addEventListener("abort", () => heard.push("second"));
    controller.abort();
    return heard;
  })()`);
  expect(value).toEqual(["second"]);
});
