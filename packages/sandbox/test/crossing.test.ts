import fc from "fast-check";
import { expect, test } from "vitest";
import type { QuickJSHandle } from "quickjs-emscripten-core";
import { createBareInstance } from "../src/machine/instance.ts";
import { compileWasm } from "../src/main/threads/wasm.ts";

const { module: wasmModule } = await compileWasm();
const machine = await createBareInstance({ wasmModule, maximumPages: 1024 });
const { context, crossing } = machine;

/** Evaluates an expression in the machine. */
function evaluate(source: string): QuickJSHandle {
  return context.unwrapResult(context.evalCode(source));
}

function call(entry: QuickJSHandle, ...args: (string | number | QuickJSHandle)[]): unknown {
  const thrown = crossing.call(entry, args, () => {});
  return thrown === undefined ? undefined : thrown.consume((value) => context.dump(value));
}

test("texts and numbers arrive as they are, in both directions", () => {
  const received: unknown[] = [];
  const give = crossing.newFunction("give", (text, number) => {
    received.push(text && context.getString(text), number && context.getNumber(number));
    return undefined;
  });
  const entry = evaluate("(text, number, give) => give(text, number)");
  const text = fc.string({ unit: "grapheme" }).map((any) => any.replaceAll("\0", "") + ".");
  fc.assert(
    fc.property(text, fc.double(), (sent, number) => {
      received.length = 0;
      expect(call(entry, sent, number, give.dup())).toBeUndefined();
      expect(received).toEqual([sent, number]);
    }),
  );
});

test("a text for which the memory is too small makes the memory grow", () => {
  const before = machine.memory().length;
  const length: number[] = [];
  const give = crossing.newFunction("give", (size) => {
    length.push(size === undefined ? 0 : context.getNumber(size));
    return undefined;
  });
  const entry = evaluate("(text, give) => give(text.length)");
  expect(call(entry, "é".repeat(before / 2), give.dup())).toBeUndefined();
  expect(length).toEqual([before / 2]);
  expect(machine.memory().length).toBeGreaterThan(before);
  // The words that are used again and again are found in the memory that has grown.
  expect(call(entry, "short", give.dup())).toBeUndefined();
  expect(length).toEqual([before / 2, 5]);
});

test("what either side throws arrives at the other", () => {
  const refuse = crossing.newFunction("refuse", () => {
    throw new RangeError("no");
  });
  const caught = evaluate(
    "(refuse) => { try { refuse(); } catch ({ name, message }) { throw name + ' ' + message; } }",
  );
  expect(call(caught, refuse.dup())).toBe("RangeError no");
  expect(call(evaluate("() => { throw new TypeError('wrong'); }"))).toMatchObject({
    name: "TypeError",
    message: "wrong",
  });
});

test("a function of the host returns what it has, or undefined", () => {
  const one = crossing.newFunction("one", () => context.newNumber(1));
  const none = crossing.newFunction("none", () => undefined);
  const entry = evaluate("(one, none) => { throw [one(), typeof none()]; }");
  expect(call(entry, one.dup(), none.dup())).toEqual([1, "undefined"]);
});

test("as many jobs run as are asked for, and how many is told", () => {
  expect(crossing.runJobs(10)).toBe(0);
  evaluate("for (let job = 0; job < 5; job++) Promise.resolve().then(() => {}); 0").dispose();
  expect(crossing.runJobs(3)).toBe(3);
  expect(crossing.runJobs(3)).toBe(2);
});

test("values that cross are freed", () => {
  const entry = evaluate("(text) => text.length");
  const used = (): number => {
    for (let round = 0; round < 100; round++)
      crossing.call(entry, ["x".repeat(100_000), round], () => {});
    return machine.memory().length;
  };
  const size = used();
  for (let again = 0; again < 10; again++) expect(used()).toBe(size);
});
