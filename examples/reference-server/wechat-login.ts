import { setTimeout as sleep } from "node:timers/promises";
import type { WechatAdapterOptions } from "@botwright/adapter-wechat";
import { describeError, type MessageSink, type PlatformAdapter } from "@botwright/core";
import type { WechatSimulator } from "@botwright/simulators";
import type { LoginView, PageLogin } from "@botwright/playground";

/** The login of a WeChat bot by QR code, again whenever its session has ended. */
export interface WechatLogin extends PageLogin {
  /** Called whenever the view changes. */
  onChange: () => void;
  /** What the adapter calls. */
  readonly hooks: Pick<WechatAdapterOptions, "login" | "onFailure">;
  /** Keeps the bot logged in until the returned function is called. */
  run(adapter: PlatformAdapter, sink: MessageSink): () => void;
}

/** Until new codes are asked for, and until a failed login is tried again. */
const AGAIN_MS = 1000;
const AFTER_FAILURE_MS = 10_000;

/** Makes a {@link WechatLogin}. */
export function createWechatLogin(simulator?: WechatSimulator): WechatLogin {
  let view: LoginView = { stage: "starting", codes: 0 };
  const show = (next: LoginView): void => {
    view = next;
    login.onChange();
  };
  let ended = Promise.withResolvers<void>();

  async function keepLoggedIn(
    adapter: PlatformAdapter,
    sink: MessageSink,
    stopped: AbortSignal,
  ): Promise<void> {
    while (!stopped.aborted) {
      try {
        ended = Promise.withResolvers<void>();
        await adapter.start(sink);
        show({ stage: "connected", codes: view.codes });
        await ended.promise;
        show({ stage: "starting", codes: view.codes });
        if (!stopped.aborted) await adapter.stop();
      } catch (error) {
        const { code, message } = describeError(error);
        // Nobody scanned the codes in time: the next ones are drawn.
        const isFailure = code !== "PLATFORM_UNAUTHORIZED";
        if (isFailure) show({ stage: "failed", codes: view.codes, error: message });
        await sleep(isFailure ? AFTER_FAILURE_MS : AGAIN_MS, undefined, { ref: false });
      }
    }
  }

  const login: WechatLogin = {
    onChange: () => {},
    hooks: {
      login: {
        onQr({ content }) {
          show({ stage: "waiting", content, codes: view.codes + 1 });
        },
        onScanned() {
          show({ ...view, stage: "scanned" });
        },
      },
      onFailure: () => ended.resolve(),
    },
    view: () => view,
    run(adapter, sink) {
      const stopped = new AbortController();
      void keepLoggedIn(adapter, sink, stopped.signal);
      return () => {
        stopped.abort();
        ended.resolve();
      };
    },
    phone: simulator,
  };
  return login;
}
