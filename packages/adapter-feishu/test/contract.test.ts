import { adapterContract } from "@botwright/adapter-kit/contract";
import { describe, expect, test } from "vitest";
import { contractSetup } from "./feishu.ts";

const MODES = [
  { mode: "long connection", tags: [] },
  { mode: "plain callback", tags: [] },
  { mode: "encrypted callback", tags: ["long"] },
] as const;

describe.concurrent.each(MODES)("the contract of adapters, by $mode", ({ mode, tags }) => {
  test.concurrent.each(adapterContract(contractSetup(mode)))(
    "$name",
    { timeout: 120_000, tags: [...tags] },
    async ({ run }) => {
      await expect(run()).resolves.toBeUndefined();
    },
  );
});
