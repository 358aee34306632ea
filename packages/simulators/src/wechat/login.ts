import { randomBytes } from "node:crypto";
import { SimulatorError } from "../errors.ts";
import { HttpRefusal } from "./answer.ts";
import type { WechatObject } from "./wire.ts";

/** The credentials of a confirmed login, by the names of the platform's binding. */
export interface WechatSession {
  readonly token: string;
  readonly bot_id: string;
  /** The person who scanned the code. */
  readonly user_id: string;
  readonly base_url: string;
}

/** Options of a scan. */
export interface ScanOptions {
  /** The digits that the phone shows and the bot has to send. @default no digits */
  readonly verifyCode?: string;
  /** Redirects the bot to another host first: `redirectUrl` of the simulator. @default false */
  readonly redirect?: boolean;
}

type QrCodeStatus =
  | "wait"
  | "scaned"
  | "need_verifycode"
  | "verify_code_blocked"
  | "expired"
  | "done";

interface QrCode {
  readonly handle: string;
  readonly knownTokens: readonly unknown[];
  status: QrCodeStatus;
  verifyCode: string | undefined;
  wrongCodes: number;
  redirect: boolean;
  session: WechatSession | undefined;
  wake: () => void;
}

/** The request for the status of a code. */
interface StatusRequest {
  /** The digits that the person has typed. */
  readonly code: string;
  /** The host that received the request. */
  readonly host: string;
  readonly gone: AbortSignal;
}

/** How many times wrong digits may be typed before a code expires. */
const MAX_WRONG_CODES = 3;

/** Manages the QR codes, the phone that scans them, and the one valid session. */
export class Login {
  readonly #codes = new Map<string, QrCode>();
  readonly #holdMs: number;
  readonly #makeSession: () => WechatSession;
  #latest: QrCode | undefined;
  session: WechatSession | undefined;
  /** Called when another login has replaced the session. */
  onTakeover: () => void = () => {};
  redirectHost = "";

  constructor(holdMs: number, makeSession: () => WechatSession) {
    this.#holdMs = holdMs;
    this.#makeSession = makeSession;
  }

  /** get_bot_qrcode. */
  issue(knownTokens: readonly unknown[]): WechatObject {
    const handle = randomBytes(16).toString("hex");
    const code: QrCode = {
      handle,
      knownTokens,
      status: "wait",
      verifyCode: undefined,
      wrongCodes: 0,
      redirect: false,
      session: undefined,
      wake: () => {},
    };
    this.#codes.set(handle, code);
    this.#latest = code;
    return {
      qrcode: handle,
      qrcode_img_content: `https://liteapp.weixin.qq.com/q/sim?qrcode=${handle}&bot_type=3`,
    };
  }

  /** get_qrcode_status: answers at once when the status has changed, otherwise at a change or after the hold time. */
  async status(handle: string, request: StatusRequest): Promise<WechatObject> {
    const code = this.#codes.get(handle);
    if (code === undefined) throw new HttpRefusal(404);
    if (code.status === "wait") await this.#wait(code, request.gone);
    // From now on only the other host reports the status.
    if (code.redirect && code.status !== "expired" && request.host !== this.redirectHost) {
      return { status: "scaned_but_redirect", redirect_host: this.redirectHost };
    }
    const { code: given } = request;
    if (code.status === "need_verifycode" && given !== "") this.#verify(code, given);
    if (code.status !== "done") return { status: code.status };
    const { session } = code;
    if (session === undefined) return { status: "binded_redirect" };
    return {
      status: "confirmed",
      bot_token: session.token,
      ilink_bot_id: session.bot_id,
      ilink_user_id: session.user_id,
      baseurl: session.base_url,
    };
  }

  /** Scans the newest code. @throws {SimulatorError} `INVALID_INPUT` if it has expired, as the phone refuses it */
  scan({ verifyCode, redirect = false }: ScanOptions): void {
    const code = this.#valid();
    code.verifyCode = verifyCode;
    code.redirect = redirect;
    this.#move(code, verifyCode === undefined ? "scaned" : "need_verifycode");
  }

  /**
   * Confirms the login: creates a session for the bot, and ends the previous one.
   *
   * @throws {SimulatorError} `INVALID_INPUT` if the code has expired
   */
  confirm(): WechatSession {
    const code = this.#valid();
    const { session } = this;
    if (session !== undefined && code.knownTokens.includes(session.token)) {
      this.#move(code, "done");
      return session;
    }
    code.session = this.bind();
    this.#move(code, "done");
    return code.session;
  }

  /** Creates a session without a code and a phone. */
  bind(): WechatSession {
    this.session = this.#makeSession();
    this.onTakeover();
    return this.session;
  }

  expire(): void {
    this.#move(this.#current(), "expired");
  }

  #verify(code: QrCode, given: string): void {
    if (given === code.verifyCode) code.status = "scaned";
    else if (++code.wrongCodes >= MAX_WRONG_CODES) code.status = "verify_code_blocked";
  }

  #current(): QrCode {
    if (this.#latest !== undefined) return this.#latest;
    throw new SimulatorError(
      "INVALID_INPUT",
      "No QR code was asked for yet: start the bot's login, then scan.",
    );
  }

  #valid(): QrCode {
    const code = this.#current();
    if (code.status !== "expired" && code.status !== "verify_code_blocked") return code;
    throw new SimulatorError(
      "INVALID_INPUT",
      "The newest QR code has expired: wait until the bot has asked for another one.",
    );
  }

  #move(code: QrCode, stage: QrCodeStatus): void {
    code.status = stage;
    code.wake();
  }

  #wait(code: QrCode, gone: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        gone.removeEventListener("abort", end);
        resolve();
      };
      const timer = setTimeout(end, this.#holdMs);
      code.wake = end;
      gone.addEventListener("abort", end);
    });
  }
}
