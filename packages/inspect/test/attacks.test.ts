import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { inspectPlugin, type RuleId } from "../src/index.ts";

/** Attacks that the sandbox holds, and that a reviewer must hear of before they run. */
const FOLDER = new URL("../../../test/attacks/payload/", import.meta.url);

/** Warnings; every other file is refused. */
const WARNED: Readonly<Record<string, RuleId>> = {
  "changed-by-set.js": "address-changed",
  "changed-by-setter.js": "address-changed",
  "changed-hostname.js": "address-changed",
  "host-from-storage.js": "address-changed",
};

test.each(readdirSync(FOLDER))("%s", (name) => {
  const { ok, findings } = inspectPlugin(readFileSync(new URL(name, FOLDER), "utf8"));
  const rules = findings.flatMap(({ rule, severity }) => (severity === "info" ? [] : [rule]));
  const warned = WARNED[name];
  expect(ok).toBe(warned !== undefined);
  expect(rules).toContain(
    warned ?? (name === "escaped-names.js" ? "hidden-by-escapes" : "encrypted-payload"),
  );
});
