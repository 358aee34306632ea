import { bindingContract } from "@botwright/adapter-kit/contract";
import { expect, test } from "vitest";
import { telegramBinding } from "../src/index.ts";
import { contractSetup } from "./telegram.ts";

test.concurrent.each(
  bindingContract({
    ...contractSetup(),
    binding: telegramBinding,
    fields: { token: "secret" },
    credentials: ({ credentials }) => ({ ...credentials }),
    options: ({ baseUrl }) => ({ apiBase: baseUrl }),
  }),
)("$name", async ({ run }) => {
  await expect(run()).resolves.toBeUndefined();
});

test("a token has its form", () => {
  expect(() => telegramBinding.createAdapter({ token: "AAE-x1" })).toThrow(
    "token has the wrong form",
  );
});
