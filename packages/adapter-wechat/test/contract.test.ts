import { adapterContract } from "@botwright/adapter-kit/contract";
import { describe, expect, test } from "vitest";
import { contractSetup } from "./wechat.ts";

const SERVERS = [
  { name: "today's server", tags: [], options: {} },
  {
    name: "an older server",
    tags: ["long"],
    options: { uploads: "param", fullUrls: false, keyForm: "raw", quotes: "item" },
  },
] as const;

describe.each(SERVERS)("the contract of adapters, by $name", ({ options, tags }) => {
  test.concurrent.each(adapterContract(contractSetup(options)))(
    "$name",
    { timeout: 120_000, tags: [...tags] },
    async ({ run }) => {
      await expect(run()).resolves.toBeUndefined();
    },
  );
});
