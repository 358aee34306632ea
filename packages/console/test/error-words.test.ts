/** @module-tag long */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { STATUS_BY_CODE } from "../../host/src/http/http-error.ts";
import { errors } from "../src/i18n/texts/errors.ts";

const HTTP = fileURLToPath(new URL("../../host/src/http", import.meta.url));

/** The codes that the console itself has. */
const OWN = new Set(["OFFLINE"]);

/**
 * Every code that an endpoint of the host answers with: those of the domains, and those that stand in the
 * sources of the HTTP interface, where each endpoint names its own for the OpenAPI document.
 */
async function listCodes(): Promise<Set<string>> {
  const codes = new Set(Object.keys(STATUS_BY_CODE));
  for (const entry of await readdir(HTTP, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith(".ts")) continue;
    const source = await readFile(join(entry.parentPath, entry.name), "utf8");
    for (const [, code = ""] of source.matchAll(/"([A-Z]+(?:_[A-Z]+)+|INTERNAL|UNAVAILABLE)"/gu)) {
      codes.add(code);
    }
  }
  return codes;
}

/** What stands in the sources in the form of a code, and is none that a browser gets. */
const NO_CODES = new Set([
  // better-auth's, which become ours.
  "USER_ALREADY_EXISTS",
  "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL",
  "EMAIL_PASSWORD_SIGN_UP_DISABLED",
  "RESET_PASSWORD_DISABLED",
  "VERIFICATION_EMAIL_NOT_ENABLED",
]);

test("every code of the host has words that say what to do, in both languages", async () => {
  const codes = new Set([...(await listCodes())].filter((code) => !NO_CODES.has(code)));
  expect(codes.size).toBeGreaterThan(60);
  const known = Object.keys(errors.en).map((key) => key.slice("error.".length));
  expect([...codes].filter((code) => !known.includes(code))).toEqual([]);
  expect(known.filter((code) => !codes.has(code) && !OWN.has(code))).toEqual([]);
});

test("both languages take the host's words at the same codes", () => {
  expect(withDetails(errors.zh)).toEqual(withDetails(errors.en));
});

/** The texts that the host's words follow. */
function withDetails(texts: Readonly<Record<string, string>>): string[] {
  return Object.keys(texts).filter((key) => /[:：]$/u.test(texts[key] ?? ""));
}
