import { adapterContract } from "@botwright/adapter-kit/contract";
import { describe, expect, test } from "vitest";
import { contractSetup } from "./telegram.ts";

describe.each(["polling", "webhook"] as const)("the contract of adapters, by %s", (mode) => {
  test.concurrent.each(adapterContract(contractSetup(mode)))(
    "$name",
    { timeout: 120_000 },
    async ({ run }) => {
      await expect(run()).resolves.toBeUndefined();
    },
  );
});
