import { adapterContract, type ContractPlatform } from "@botwright/adapter-kit/contract";
import type { PlatformAdapter } from "@botwright/core";
import { startSimulator } from "@botwright/simulators";
import { describe, expect, test } from "vitest";
import { createTelegramAdapter } from "../src/index.ts";
import { serveAdapter } from "./telegram.ts";

const user = "1001";

async function open(mode: "polling" | "webhook"): Promise<ContractPlatform> {
  const telegram = await startSimulator("telegram", { guardMs: 0, webhookRetryMs: 50 });
  const { token } = telegram.credentials;
  let newest: PlatformAdapter | undefined;
  const callbacks = await serveAdapter(() => newest);
  return {
    user,
    secrets: [token, token.slice(token.indexOf(":") + 1)],
    inspector: {
      ...telegram,
      async close() {
        await telegram.close();
        await callbacks[Symbol.asyncDispose]();
      },
    },
    createAdapter(parts) {
      const apiBase = telegram.baseUrl;
      const webhook = mode === "webhook" && { webhook: { url: callbacks.url } };
      newest = createTelegramAdapter({ ...parts, token, apiBase, ...webhook });
      return newest;
    },
    refuseSends() {
      telegram.fault("refused-user", { user });
      return "PLATFORM_FORBIDDEN";
    },
    revoke: () => void telegram.fault("revoked-credentials"),
  };
}

describe.each(["polling", "webhook"] as const)("the contract of adapters, by %s", (mode) => {
  const cases = adapterContract({
    capabilities: {
      receive: ["text", "image", "voice", "file", "video"],
      send: ["text", "image", "file", "video"],
      typing: true,
      quotes: true,
      textLimits: [{ unit: "utf16", max: 4096 }],
    },
    open: () => open(mode),
  });
  test.concurrent.each(cases)("$name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });
});
