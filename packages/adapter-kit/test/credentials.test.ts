import { readCredentials } from "@botwright/adapter-kit";
import type { BindingField } from "@botwright/core";
import { describe, expect, test } from "vitest";

const text = { en: "On the first page.", zh: "在第一页。" };
const FIELDS: readonly BindingField[] = [
  {
    name: "app_id",
    label: text,
    help: text,
    secret: false,
    required: true,
    pattern: "a|id-\\d+",
    example: "id-1",
  },
  { name: "app_secret", label: text, help: text, secret: true, required: true },
  { name: "aes_key", label: text, help: text, secret: true, required: false, pattern: "\\w{4}" },
];

describe("readCredentials", () => {
  test("gives the values by their names, without the blanks of a copy", () => {
    const read = readCredentials(FIELDS, { app_id: " id-7\n", app_secret: "s3 cret", more: "x" });
    expect(["app_id", "app_secret", "aes_key", "more"].map(read)).toEqual([
      "id-7",
      "s3 cret",
      "",
      "",
    ]);
  });

  test.each([
    [{ app_secret: "s" }, "app_id is missing. On the first page."],
    [{ app_id: "id-1", app_secret: "  " }, "app_secret is missing. On the first page."],
    [
      { app_id: "my id-1", app_secret: "s" },
      "app_id has the wrong form: it looks like id-1. On the first page.",
    ],
    [{ app_id: "ab", app_secret: "s" }, "app_id has the wrong form: it looks like id-1."],
    [{ app_id: "a", app_secret: "s", aes_key: "hidden" }, "aes_key has the wrong form. On"],
  ])("names the field: %j", (credentials, message) => {
    const thrown = (): unknown => readCredentials(FIELDS, credentials);
    expect(thrown).toThrow(message);
    expect(thrown).toThrow(expect.objectContaining({ code: "INVALID_INPUT" }));
    expect(thrown).not.toThrow("hidden");
  });

  test("takes nothing but texts, and nothing that is inherited", () => {
    const numeric = { app_id: 7, app_secret: "s" };
    expect(() => readCredentials(FIELDS, numeric)).toThrow("app_id must be a text");
    const inherited: object = Object.create({ app_id: "id-1", app_secret: "s" });
    expect(() => readCredentials(FIELDS, inherited)).toThrow("app_id is missing");
  });
});
