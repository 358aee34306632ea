import { adapterContract } from "@botwright/adapter-kit/contract";
import { describe, expect, test } from "vitest";
import { contractSetup } from "./wecom.ts";

describe("the contract of adapters", () => {
  test.concurrent.each(adapterContract(contractSetup()))(
    "$name",
    { timeout: 120_000 },
    async ({ run }) => {
      await expect(run()).resolves.toBeUndefined();
    },
  );
});
