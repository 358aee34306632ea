import { adapterContract, type ContractPlatform } from "@botwright/adapter-kit/contract";
import type { PlatformAdapter } from "@botwright/core";
import { startSimulator } from "@botwright/simulators";
import { describe, expect, test } from "vitest";
import { createFeishuAdapter } from "../src/index.ts";
import { serveAdapter } from "./feishu.ts";

const user = "ou_1001";

type Mode = "long connection" | "encrypted callback" | "plain callback";

async function open(mode: Mode): Promise<ContractPlatform> {
  const feishu = await startSimulator("feishu", {
    repushMs: 500,
    callbackRetryMs: 50,
    encryptKey: mode === "encrypted callback" ? "botwright-key" : "",
  });
  const { app_id: appId, app_secret: appSecret } = feishu.credentials;
  const { encryptKey, verificationToken } = feishu.callbackSecrets;
  let newest: PlatformAdapter | undefined;
  const callbacks = await serveAdapter(() => newest);
  if (mode !== "long connection") feishu.setCallback(callbacks.url);
  return {
    user,
    secrets: [appSecret, verificationToken, ...(encryptKey === "" ? [] : [encryptKey])],
    inspector: {
      ...feishu,
      async close() {
        await feishu.close();
        await callbacks[Symbol.asyncDispose]();
      },
    },
    createAdapter(parts) {
      newest = createFeishuAdapter({
        ...parts,
        appId,
        appSecret,
        apiBase: feishu.baseUrl,
        ...(mode !== "long connection" && { callback: { encryptKey, verificationToken } }),
      });
      return newest;
    },
    refuseSends() {
      feishu.fault("refused-user", { user });
      return "PLATFORM_FORBIDDEN";
    },
    revoke: () => void feishu.fault("revoked-credentials"),
  };
}

const MODES = ["long connection", "encrypted callback", "plain callback"] as const;

describe.concurrent.each(MODES)("the contract of adapters, by %s", (mode) => {
  const cases = adapterContract({
    capabilities: {
      receive: ["text", "image", "voice", "file", "video"],
      send: ["text", "image", "file", "video"],
      typing: true,
      quotes: true,
      textLimits: [{ unit: "character", max: 3500 }],
    },
    open: () => open(mode),
  });
  test.concurrent.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});
