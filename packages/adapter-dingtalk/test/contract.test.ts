import { adapterContract } from "@botwright/adapter-kit/contract";
import { describe, expect, test } from "vitest";
import { contractSetup } from "./dingtalk.ts";

describe.each(["Stream", "HTTP"] as const)("the contract of adapters, by %s mode", (mode) => {
  test.concurrent.each(adapterContract(contractSetup(mode)))(
    "$name",
    { timeout: 120_000 },
    async ({ run }) => {
      await expect(run()).resolves.toBeUndefined();
    },
  );
});
