import { adapterContract } from "@botwright/adapter-kit/contract";
import { startSimulator } from "@botwright/simulators";
import { expect, test } from "vitest";
import { createTelegramAdapter } from "../src/index.ts";

const cases = adapterContract({
  capabilities: {
    receive: ["text", "image", "voice", "file", "video"],
    send: ["text", "image", "file", "video"],
    typing: true,
    quotes: true,
    textLimits: [{ unit: "utf16", max: 4096 }],
  },
  async open() {
    const inspector = await startSimulator("telegram", { guardMs: 0 });
    const { token } = inspector.credentials;
    const user = "1001";
    return {
      inspector,
      user,
      secrets: [token, token.split(":")[1] ?? ""],
      createAdapter: (parts) =>
        createTelegramAdapter({ ...parts, token, apiBase: inspector.baseUrl }),
      refuseSends() {
        inspector.fault("blocked-by-user", { user });
        return "PLATFORM_FORBIDDEN";
      },
      revoke: () => void inspector.fault("revoked-token"),
    };
  },
});

test.concurrent.each(cases)("$name", async ({ run }) => {
  await expect(run()).resolves.toBeUndefined();
});
