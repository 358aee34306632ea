import { randomBytes } from "node:crypto";
import type { WechatSimulator } from "@botwright/simulators";

export const USER = "someone@im.wechat";

/** An answer as it came. */
interface WireAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A bot of the iLink API without a library. */
export interface WechatBot {
  readonly call: (path: string, body?: object, init?: RequestInit) => Promise<WireAnswer>;
  /** The JSON that a call is answered with; `base_info` is added to its body. */
  readonly json: (path: string, body?: object) => Promise<unknown>;
  /** Sends one item; `more` are fields of its message. */
  readonly send: (item: object, more?: object) => Promise<unknown>;
}

/** Makes a bot with the headers that older clients send; those of a call come on top. */
export function rawBot(sim: WechatSimulator, token: string = sim.bind().token): WechatBot {
  const headers = {
    "content-type": "application/json",
    authorizationtype: "ilink_bot_token",
    authorization: `Bearer ${token}`,
    "x-wechat-uin": "MTAwMDAwMA==",
  };
  const call = async (
    path: string,
    body: object = {},
    init: RequestInit = {},
  ): Promise<WireAnswer> => {
    const response = await fetch(`${sim.baseUrl}/ilink/bot/${path}`, {
      method: "POST",
      body: JSON.stringify({ base_info: { channel_version: "2.4.9" }, ...body }),
      ...init,
      headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const json = async (path: string, body?: object): Promise<unknown> =>
    JSON.parse((await call(path, body)).text);
  const send = (item: object, more: object = {}): Promise<unknown> => {
    const id = randomBytes(8).toString("hex");
    const state = { message_type: 2, message_state: 2 };
    const msg = { from_user_id: "", to_user_id: USER, client_id: id, ...state, item_list: [item] };
    return json("sendmessage", { msg: { ...msg, ...more } });
  };
  return { call, json, send };
}

/** A text as an item. */
export const text = (words: string): object => ({ type: 1, text_item: { text: words } });
