import {
  type AdapterOptions,
  type BotEvent,
  createMemoryAdapterState,
  type LocalizedText,
  type Platform,
  PLATFORMS,
} from "@botwright/core";
import { type ChatPage, createChatPage } from "@botwright/playground";
import { type Simulator, startSimulator, type WechatSimulator } from "@botwright/simulators";
import { BINDINGS } from "../bindings.ts";
import { simulatedAccounts } from "./simulated-accounts.ts";

/** The simulated platforms of a demo, with a page of their chats. */
export interface DemoPlatforms extends AsyncDisposable {
  readonly simulators: Readonly<Record<Platform, Simulator>>;
  /** Binds a bot at WeChat's simulator without a QR code; returns the session's credentials. */
  bindWechat(): Readonly<Record<string, string>>;
  /** The phone of WeChat's simulator: scans the code that is shown, and then confirms the login. */
  readonly phone: Pick<WechatSimulator, "scan" | "confirm">;
  /** The credentials with which bots are bound, by platform; none of WeChat, whose bots log in by QR code. */
  readonly credentials: () => Readonly<Partial<Record<Platform, object>>>;
  /** The options with which adapters connect to the simulators. */
  adapterOptions(platform: Platform): AdapterOptions;
  /** The page with the chats, to be served at `/playground/`. */
  readonly page: ChatPage;
  /** Shows an event of a bot on the page. */
  onEvent(platform: Platform, event: BotEvent): void;
}

/** Starts the simulators of the five platforms on loopback addresses. */
export async function startDemoPlatforms({
  about,
  seed,
  bindAt,
}: {
  /** A line on the page. */
  readonly about: LocalizedText;
  /** A secret from which the credentials are derived, so that bots stay bound when the host restarts. */
  readonly seed: string;
  /** The URL at which a user binds a bot to a platform. @default the bots are bound already */
  readonly bindAt?: (platform: Platform) => string;
}): Promise<DemoPlatforms> {
  await using opened = new AsyncDisposableStack();
  const accounts = simulatedAccounts(seed);
  const wechat = opened.use(await startSimulator("wechat"));
  const simulators = {
    wechat,
    feishu: opened.use(await startSimulator("feishu", accounts.feishu)),
    wecom: opened.use(await startSimulator("wecom", accounts.wecom)),
    dingtalk: opened.use(await startSimulator("dingtalk", accounts.dingtalk)),
    telegram: opened.use(await startSimulator("telegram", accounts.telegram)),
  };
  const optionsOf = (platform: Platform): AdapterOptions => simulators[platform].adapterOptions;
  const page = createChatPage({
    title: "Botwright",
    about,
    suggestions: ["你好", "menu", "note milk", "notes", "chart 3 5 2 8"],
    platforms: PLATFORMS.map((platform) => ({
      platform,
      simulator: simulators[platform],
      capabilities: capabilitiesOf(platform, wechat, simulators[platform]),
      bindAt: bindAt?.(platform),
    })),
  });
  opened.defer(() => page.close());
  const running = opened.move();
  return {
    simulators,
    phone: wechat,
    bindWechat: () => ({ ...wechat.bind() }),
    credentials() {
      const { feishu, wecom, dingtalk, telegram } = simulators;
      return {
        feishu: feishu.credentials,
        wecom: wecom.credentials,
        dingtalk: dingtalk.credentials,
        telegram: telegram.credentials,
      };
    },
    adapterOptions: optionsOf,
    page,
    onEvent: (platform, event) => page.onEvent(platform, event),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The capabilities of the platform's adapter, read from an adapter that is never started. */
function capabilitiesOf(platform: Platform, wechat: WechatSimulator, simulator: Simulator) {
  const credentials = platform === "wechat" ? wechat.bind() : simulator.credentials;
  const options = { ...simulator.adapterOptions, state: createMemoryAdapterState() };
  return BINDINGS[platform].createAdapter(credentials, options).capabilities;
}
