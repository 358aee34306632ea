import { defaultPriority } from "@botwright/core";
import { createSandbox } from "@botwright/sandbox";
import { afterAll, describe, expect, test } from "vitest";
import { KNOWN_GLOBALS } from "../src/evaluate/globals.ts";
import { approvalOf, inspectPlugin } from "../src/index.ts";
import { bad, clean } from "./fixtures.ts";

/** What is said here must be so there. */
const sandbox = createSandbox({ workers: 1 });
afterAll(() => sandbox.close());

const MARK = "names: ";

test("the known globals are those of the sandbox", async () => {
  const list = "Object.getOwnPropertyNames(globalThis).filter((name) => name !== 'Function')";
  // CommonJS has two names more while it loads.
  const source = `const names = ${list}; throw new Error("${MARK}" + names.toSorted().join());`;
  const failure: unknown = await sandbox.load(source).catch((error: unknown) => error);
  const message = failure instanceof Error ? failure.message : "";
  const names = message.slice(message.indexOf(MARK) + MARK.length).split(",");
  const known = [...KNOWN_GLOBALS].filter((name) => name !== "Function");
  expect(names).toEqual(known.toSorted());
});

test.each(clean)("clean: $name loads, with the meta that was read", async ({ source }) => {
  const { meta } = inspectPlugin(source);
  const loaded = await sandbox.load(source);
  // Without a declaration the host makes up a slug.
  expect(loaded.meta).toEqual(meta ?? { slug: loaded.meta.slug });
  const granted = await sandbox.load(source, approvalOf(meta));
  expect(granted.meta.permissions).toEqual(meta?.permissions);
  expect(granted.meta.priority).toBe(defaultPriority(meta ?? {}));
});

/** Rules of what fails while a file loads, wherever it stands. */
const FAIL_AT_LOAD =
  /^error (?:syntax|empty|no-handler|handler-not-function|invalid-meta)@|^warning call-at-load@/u;

describe("what is certain to fail does fail", () => {
  const failing = bad.filter(({ source }) =>
    inspectPlugin(source).findings.some(({ rule, severity }) =>
      FAIL_AT_LOAD.test(`${severity} ${rule}@`),
    ),
  );

  test("there are such files", () => expect(failing.length).toBeGreaterThan(8));

  // A class is a function to the sandbox; calling it throws.
  const atLoad = failing.filter(({ name }) => name !== "handler-class.js");
  test.each(atLoad)("$name", async ({ source }) => {
    await expect(sandbox.load(source)).rejects.toThrow(/./);
  });
});
