import { adapterContract, type ContractPlatform } from "@botwright/adapter-kit/contract";
import type { PlatformAdapter } from "@botwright/core";
import { startSimulator } from "@botwright/simulators";
import { describe, expect, test } from "vitest";
import { createDingtalkAdapter } from "../src/index.ts";
import { bindingOf, serveAdapter, USER } from "./dingtalk.ts";

async function open(mode: "Stream" | "HTTP"): Promise<ContractPlatform> {
  const dingtalk = await startSimulator("dingtalk", { repeatMs: 100 });
  const secrets = [...dingtalk.secrets()];
  let newest: PlatformAdapter | undefined;
  const callbacks = await serveAdapter(() => newest);
  if (mode === "HTTP") dingtalk.setCallback(callbacks.url);
  return {
    user: USER,
    secrets,
    inspector: {
      ...dingtalk,
      async close() {
        await dingtalk.close();
        await callbacks[Symbol.asyncDispose]();
      },
    },
    createAdapter(parts) {
      const callback = mode === "HTTP" && { callback: {} };
      newest = createDingtalkAdapter({ ...parts, ...bindingOf(dingtalk), ...callback });
      return newest;
    },
    refuseSends() {
      dingtalk.fault("refused-user", { user: USER });
      return "PLATFORM_NOT_FOUND";
    },
    revoke() {
      dingtalk.fault("revoked-credentials");
      // By now the platform has given out tokens and sessions.
      secrets.push(...dingtalk.secrets());
    },
  };
}

describe.each(["Stream", "HTTP"] as const)("the contract of adapters, by %s mode", (mode) => {
  const cases = adapterContract({
    capabilities: {
      receive: ["text", "image", "voice", "file", "video"],
      send: ["text", "image", "file", "video"],
      typing: false,
      quotes: true,
      textLimits: [{ unit: "utf16", max: 4000 }],
    },
    open: () => open(mode),
  });
  test.concurrent.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});
