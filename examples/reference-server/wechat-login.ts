import { setTimeout as sleep } from "node:timers/promises";
import type { WechatAdapterOptions } from "@botwright/adapter-wechat";
import {
  BotwrightError,
  describeError,
  type MessageSink,
  type PlatformAdapter,
} from "@botwright/core";
import type { WechatSimulator } from "@botwright/simulators";
import { until } from "./until.ts";

/** How far the login is. */
type LoginStage = "starting" | "waiting" | "scanned" | "connected" | "failed";

/** What a page shows of the login. */
export interface LoginView {
  stage: LoginStage;
  /** What the QR code says, while there is one. */
  content?: string;
  /** How many codes have been shown; it tells a new code from the one before. */
  codes: number;
  /** Why it failed; it is tried again all the same. */
  error?: string;
}

/** The login of a WeChat bot by QR code, again whenever its session has ended. */
export interface WechatLogin {
  /** What the adapter calls. */
  readonly hooks: Pick<WechatAdapterOptions, "login" | "onFailure">;
  view(): LoginView;
  /** Keeps the bot logged in until the returned function is called. */
  run(adapter: PlatformAdapter, sink: MessageSink): () => void;
  /** The phone of the simulated platform; absent when the phone is a real one. */
  readonly phone?: Phone;
}

/** What the bot's owner does. Each resolves when the bot has noticed. */
export interface Phone {
  /** @throws {BotwrightError} `NO_QR_CODE` when none waits to be scanned */
  scan(): Promise<void>;
  /** @throws {BotwrightError} `NOT_SCANNED` before the scan */
  confirm(): Promise<void>;
  /** Lets the code get too old. @throws {BotwrightError} `NO_QR_CODE` when there is none */
  expire(): Promise<void>;
  /** Ends the session. @throws {BotwrightError} `NOT_LOGGED_IN` when there is none */
  logOut(): Promise<void>;
}

/** Until new codes are asked for, and until a failed login is tried again. */
const AGAIN_MS = 1000;
const AFTER_FAILURE_MS = 10_000;
/** The bot notices what the phone did within about a second. */
const NOTICED_MS = 10_000;

/** Makes a {@link WechatLogin}. */
export function createWechatLogin(simulator?: WechatSimulator): WechatLogin {
  let view: LoginView = { stage: "starting", codes: 0 };
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
        view = { stage: "connected", codes: view.codes };
        await ended.promise;
        view = { stage: "starting", codes: view.codes };
        if (!stopped.aborted) await adapter.stop();
      } catch (error) {
        const { code, message } = describeError(error);
        // Nobody scanned the codes in time: the next ones are drawn.
        const isFailure = code !== "PLATFORM_UNAUTHORIZED";
        if (isFailure) view = { stage: "failed", codes: view.codes, error: message };
        await sleep(isFailure ? AFTER_FAILURE_MS : AGAIN_MS, undefined, { ref: false });
      }
    }
  }

  return {
    hooks: {
      login: {
        onQr({ content }) {
          view = { stage: "waiting", content, codes: view.codes + 1 };
        },
        onScanned() {
          view = { ...view, stage: "scanned" };
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
    ...(simulator === undefined ? {} : { phone: createPhone(simulator, () => view) }),
  };
}

function createPhone(simulator: WechatSimulator, view: () => LoginView): Phone {
  return {
    async scan() {
      await noticed(() => view().stage !== "starting");
      if (view().stage !== "waiting") throw refused("NO_QR_CODE", "no QR code waits to be scanned");
      simulator.scan();
      await noticed(() => view().stage !== "waiting");
    },
    async confirm() {
      if (view().stage !== "scanned") throw refused("NOT_SCANNED", "scan the QR code first");
      simulator.confirm();
      await noticed(() => view().stage === "connected");
    },
    async expire() {
      const { content, codes } = view();
      if (content === undefined) throw refused("NO_QR_CODE", "there is no QR code");
      simulator.expire();
      await noticed(() => view().codes > codes);
    },
    async logOut() {
      if (view().stage !== "connected") throw refused("NOT_LOGGED_IN", "the bot is not logged in");
      // A login elsewhere takes the place of the bot's session.
      simulator.bind();
      await noticed(() => view().stage !== "connected");
    },
  };
}

function noticed(test: () => boolean): Promise<void> {
  return until(test, NOTICED_MS);
}

function refused(code: string, message: string): BotwrightError {
  return new BotwrightError(message, { code });
}
