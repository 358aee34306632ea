import { once } from "node:events";
import { telegramBinding } from "@botwright/adapter-telegram";
import { wechatBinding } from "@botwright/adapter-wechat";
import { feishuBinding } from "@botwright/adapter-feishu";
import type { PlatformBinding } from "@botwright/core";

/** Telegram, as it is for every token that has the right form. */
const telegram: PlatformBinding = {
  ...telegramBinding,
  createAdapter(credentials, options) {
    const adapter = telegramBinding.createAdapter(credentials, options);
    return { ...adapter, start: async () => {}, stop: async () => {} };
  },
};

/** WeChat, whose code is never scanned. */
const wechat: PlatformBinding = {
  ...wechatBinding,
  async *login({ signal } = {}) {
    yield { state: "needs-code", isWrong: false, submit: () => {} };
    if (signal !== undefined && !signal.aborted) await once(signal, "abort");
  },
};

/** Bindings without platforms: what the interface makes of their answers is tested, not the platforms. */
export const TEST_BINDINGS = { telegram, wechat, feishu: feishuBinding };
