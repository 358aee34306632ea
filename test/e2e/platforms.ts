import { serve } from "@hono/node-server";
import { createDingtalkAdapter } from "@botwright/adapter-dingtalk";
import { createFeishuAdapter } from "@botwright/adapter-feishu";
import { createTelegramAdapter } from "@botwright/adapter-telegram";
import { createWechatAdapter } from "@botwright/adapter-wechat";
import { createWecomAdapter } from "@botwright/adapter-wecom";
import type { Platform, PlatformAdapter } from "@botwright/core";
import {
  type RequestRecord,
  type SayInput,
  type SentMessage,
  startSimulator,
  type TypingState,
} from "@botwright/simulators";

/** What a test does on a platform: it plays a person, and looks at what came back. */
interface Inspector {
  say(message: SayInput): Promise<unknown>;
  waitForSent(count: number): Promise<readonly SentMessage[]>;
  typing(): readonly TypingState[];
  requests(): readonly RequestRecord[];
  close(): Promise<void>;
}

/** A platform with a real adapter bound to it, not yet started. */
export interface Stage extends AsyncDisposable {
  readonly inspector: Inspector;
  readonly adapter: PlatformAdapter;
  /** The ids of three people on this platform. */
  readonly users: readonly [string, string, string];
}

/** How each platform is opened: binding inputs as the platform names them, nothing else differs. */
export const STAGES: Readonly<Record<Platform, () => Promise<Stage>>> = {
  async telegram() {
    const inspector = await startSimulator("telegram", { guardMs: 0, botName: "Parrot" });
    const { token } = inspector.credentials;
    return stage(
      inspector,
      ["1001", "1002", "1003"],
      createTelegramAdapter({ token, apiBase: inspector.baseUrl }),
    );
  },
  async wechat() {
    const inspector = await startSimulator("wechat");
    const { baseUrl: apiBase, cdnBaseUrl: cdnBase } = inspector;
    const adapter = createWechatAdapter({
      apiBase,
      cdnBase,
      sendSpacingMs: 0,
      botName: "Parrot",
      login: { onQr: () => inspector.scan(), onScanned: () => void inspector.confirm() },
    });
    return stage(inspector, ["one@im.wechat", "two@im.wechat", "three@im.wechat"], adapter);
  },
  async feishu() {
    const inspector = await startSimulator("feishu", { botName: "Parrot" });
    const { app_id: appId, app_secret: appSecret } = inspector.credentials;
    const adapter = createFeishuAdapter({ appId, appSecret, apiBase: inspector.baseUrl });
    return stage(inspector, ["ou_1001", "ou_1002", "ou_1003"], adapter);
  },
  async wecom() {
    const inspector = await startSimulator("wecom");
    const { corp_id, agent_id, secret, token, encoding_aes_key } = inspector.credentials;
    const adapter = createWecomAdapter({
      corpId: corp_id,
      agentId: agent_id,
      secret,
      callback: { token, encodingAesKey: encoding_aes_key },
      apiBase: inspector.baseUrl,
    });
    const callbacks = await serveAdapter(adapter);
    inspector.setCallback(callbacks.url);
    return stage(inspector, ["zhangsan", "lisi", "wangwu"], adapter, callbacks.close);
  },
  async dingtalk() {
    const inspector = await startSimulator("dingtalk");
    const { app_key: appKey, app_secret: appSecret, robot_code: robotCode } = inspector.credentials;
    const { baseUrl } = inspector;
    const binding = { appKey, appSecret, robotCode, apiBase: baseUrl, oapiBase: baseUrl };
    return stage(inspector, ["manager4220", "staff1", "staff2"], createDingtalkAdapter(binding));
  },
};

function stage(
  inspector: Inspector,
  users: Stage["users"],
  adapter: PlatformAdapter,
  closeMore: () => void = () => {},
): Stage {
  return {
    inspector,
    adapter,
    users,
    async [Symbol.asyncDispose]() {
      await adapter.stop();
      await inspector.close();
      closeMore();
    },
  };
}

/** The endpoint that a callback platform calls. */
async function serveAdapter(adapter: PlatformAdapter): Promise<{ url: string; close: () => void }> {
  const handle = async (request: Request): Promise<Response> =>
    (await adapter.handleRequest?.(request)) ?? new Response(null, { status: 404 });
  return new Promise((resolve) => {
    const server = serve({ fetch: handle, port: 0, hostname: "127.0.0.1" }, ({ port }) => {
      resolve({ url: `http://127.0.0.1:${port}/`, close: () => server.close() });
    });
  });
}
