import {
  type AdapterOptions,
  assertAdapterOptions,
  assertOptionGroup,
} from "@botwright/adapter-kit";
import { invalidInput, OPTION_RULES } from "@botwright/core";

/** Options of `createFeishuAdapter`. */
export interface FeishuAdapterOptions extends AdapterOptions {
  /** The app's id from the developer console, `cli_…`. */
  appId: string;
  /** The app's secret, on the same page of the console. */
  appSecret: string;
  /** Base URL of the API; `https://open.larksuite.com` for Lark. @default "https://open.feishu.cn" */
  apiBase?: string;
  /**
   * Receives by HTTP callback instead of a long connection: pass the requests to
   * `adapter.handleRequest`. At least one of the two secrets is required.
   */
  callback?: {
    /** The console's Encrypt Key, with which the platform encrypts and signs the bodies. */
    encryptKey?: string;
    /** The console's Verification Token, which the platform puts into each event. */
    verificationToken?: string;
  };
  /** Shows the reaction "Typing" on the user's message while the bot works on an answer. @default true */
  typingReaction?: boolean;
}

const { flag, object, text } = OPTION_RULES;

/** Checks the options of an adapter of Feishu. @throws {InvalidInputError} `INVALID_INPUT` naming the option */
export function assertFeishuOptions(options: FeishuAdapterOptions): void {
  const own = { appId: text, appSecret: text, callback: object, typingReaction: flag };
  assertAdapterOptions(options, own, ["appId", "appSecret"]);
  assertOptionGroup("callback", options.callback, { encryptKey: text, verificationToken: text });
  const { appId, appSecret, callback } = options;
  if (!/^cli_\w+$/.test(appId) || appSecret.trim() === "") {
    throw invalidInput(
      "appId must look like cli_…, with its appSecret beside it, as the developer console shows them",
    );
  }
  if (callback !== undefined && !callback.encryptKey && !callback.verificationToken) {
    throw invalidInput(
      "callback needs encryptKey or verificationToken: without them anyone could write to the bot",
    );
  }
}
