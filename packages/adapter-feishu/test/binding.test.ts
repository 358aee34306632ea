import { bindingContract } from "@botwright/adapter-kit/contract";
import { expect, test } from "vitest";
import { feishuBinding } from "../src/index.ts";
import { contractSetup } from "./feishu.ts";

test.concurrent.each(
  bindingContract({
    ...contractSetup(),
    binding: feishuBinding,
    fields: { app_id: "public", app_secret: "secret" },
    credentials: ({ credentials }) => ({ ...credentials }),
    options: ({ baseUrl }) => ({ apiBase: baseUrl }),
  }),
)("$name", async ({ run }) => {
  await expect(run()).resolves.toBeUndefined();
});

test("an app ID has its form", () => {
  const wrong = { app_id: "a1b2c3", app_secret: "secret" };
  expect(() => feishuBinding.createAdapter(wrong)).toThrow("app_id has the wrong form");
});
