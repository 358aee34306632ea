import { adapterContract, type ContractPlatform } from "@botwright/adapter-kit/contract";
import { startSimulator, type WechatOptions } from "@botwright/simulators";
import { describe, expect, test } from "vitest";
import { createWechatAdapter } from "../src/index.ts";
import { createFastClock, USER } from "./wechat.ts";

async function open(options: WechatOptions): Promise<ContractPlatform> {
  const wechat = await startSimulator("wechat", options);
  const credentials = wechat.bind();
  return {
    user: USER,
    secrets: [credentials.token],
    inspector: wechat,
    createAdapter: (parts) =>
      createWechatAdapter({
        ...parts,
        credentials,
        apiBase: wechat.baseUrl,
        cdnBase: wechat.cdnBaseUrl,
        clock: createFastClock(),
      }),
    refuseSends() {
      wechat.fault("refused-user", { user: USER });
      return "PLATFORM_BAD_REQUEST";
    },
    revoke: () => void wechat.fault("revoked-credentials"),
  };
}

const SERVERS = [
  { name: "today's server", options: {} },
  {
    name: "an older server",
    options: { uploads: "param", fullUrls: false, keyForm: "raw", quotes: "item" },
  },
] as const;

describe.each(SERVERS)("the contract of adapters, by $name", ({ options }) => {
  const cases = adapterContract({
    capabilities: {
      receive: ["text", "image", "voice", "file", "video"],
      send: ["text", "image", "voice", "file", "video"],
      typing: true,
      quotes: true,
      textLimits: [{ unit: "utf16", max: 2000 }],
    },
    open: () => open(options),
  });
  test.concurrent.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});
