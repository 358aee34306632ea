import { createDingtalkAdapter } from "@botwright/adapter-dingtalk";
import { createFeishuAdapter } from "@botwright/adapter-feishu";
import { createTelegramAdapter } from "@botwright/adapter-telegram";
import { createWechatAdapter } from "@botwright/adapter-wechat";
import { createWecomAdapter } from "@botwright/adapter-wecom";
import type { Platform, PlatformAdapter } from "@botwright/core";
import { type Simulator, startSimulator } from "@botwright/simulators";
import type { Bindings } from "./bindings.ts";
import { logger, print } from "./print.ts";
import { createWechatLogin, type WechatLogin } from "./wechat-login.ts";

/** A platform's wire with the adapter that speaks it, not yet started. */
export interface OpenPlatform {
  readonly adapter: PlatformAdapter;
  /** Plays the platform; absent when it is the real one. */
  readonly simulator?: Simulator;
  /** Present where a person logs the bot in. */
  readonly login?: WechatLogin;
  /** Tells the platform where its callbacks go, if it has no other way to deliver. */
  readonly setCallback?: (url: string) => void;
}

/** Opens one platform: the real one when it is bound, else its simulator. */
export async function openPlatform(platform: Platform, bindings: Bindings): Promise<OpenPlatform> {
  return OPENERS[platform](bindings);
}

/** How the adapter of each platform is bound. Nothing after this knows one from the other. */
const OPENERS: Readonly<Record<Platform, (bindings: Bindings) => Promise<OpenPlatform>>> = {
  async wechat({ wechat: binding }) {
    if (binding !== undefined) {
      const login = createWechatLogin();
      return { login, adapter: createWechatAdapter({ ...binding, ...login.hooks, logger }) };
    }
    const simulator = await startSimulator("wechat");
    const login = createWechatLogin(simulator);
    const { baseUrl: apiBase, cdnBaseUrl: cdnBase } = simulator;
    // The simulated server does not mind messages that follow one another at once.
    const options = { apiBase, cdnBase, sendSpacingMs: 0, ...login.hooks, logger };
    return { simulator, login, adapter: createWechatAdapter(options) };
  },
  async feishu({ feishu: binding }) {
    if (binding !== undefined) return { adapter: createFeishuAdapter({ ...binding, logger }) };
    const simulator = await startSimulator("feishu");
    const { app_id: appId, app_secret: appSecret } = simulator.credentials;
    const options = { appId, appSecret, apiBase: simulator.baseUrl, logger };
    return { simulator, adapter: createFeishuAdapter(options) };
  },
  async wecom({ wecom: binding }) {
    if (binding !== undefined) {
      return { adapter: createWecomAdapter({ ...binding, logger }), setCallback: tellOwner };
    }
    const simulator = await startSimulator("wecom");
    const { corp_id, agent_id, secret, token, encoding_aes_key } = simulator.credentials;
    const adapter = createWecomAdapter({
      corpId: corp_id,
      agentId: agent_id,
      secret,
      callback: { token, encodingAesKey: encoding_aes_key },
      apiBase: simulator.baseUrl,
      logger,
    });
    return { simulator, adapter, setCallback: (url) => simulator.setCallback(url) };
  },
  async dingtalk({ dingtalk: binding }) {
    if (binding !== undefined) return { adapter: createDingtalkAdapter({ ...binding, logger }) };
    const simulator = await startSimulator("dingtalk");
    const { app_key: appKey, app_secret: appSecret, robot_code: robotCode } = simulator.credentials;
    const { baseUrl } = simulator;
    const options = { appKey, appSecret, robotCode, apiBase: baseUrl, oapiBase: baseUrl, logger };
    return { simulator, adapter: createDingtalkAdapter(options) };
  },
  async telegram({ telegram: binding }) {
    if (binding !== undefined) return { adapter: createTelegramAdapter({ ...binding, logger }) };
    const simulator = await startSimulator("telegram");
    const options = { ...simulator.credentials, apiBase: simulator.baseUrl, logger };
    return { simulator, adapter: createTelegramAdapter(options) };
  },
};

function tellOwner(url: string): void {
  print("wecom", `a public https address has to lead to ${url}`);
}
