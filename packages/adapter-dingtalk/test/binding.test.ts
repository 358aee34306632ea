import { bindingContract } from "@botwright/adapter-kit/contract";
import { expect, test } from "vitest";
import { dingtalkBinding } from "../src/index.ts";
import { contractSetup } from "./dingtalk.ts";

test.concurrent.each(
  bindingContract({
    ...contractSetup(),
    binding: dingtalkBinding,
    fields: { app_key: "public", app_secret: "secret", robot_code: "public" },
    credentials: ({ credentials }) => ({ ...credentials }),
    options: ({ baseUrl }) => ({ apiBase: baseUrl, oapiBase: baseUrl }),
  }),
)("$name", async ({ run }) => {
  await expect(run()).resolves.toBeUndefined();
});
