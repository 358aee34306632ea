import { encrypt, getSignature } from "@wecom/crypto";
import type { PlatformAdapter } from "@botwright/core";
import { type Fixture, USER } from "./wecom.ts";

export const HOOK = "http://bot.example/wecom";
export const TEXT = `<xml><ToUserName>corp</ToUserName><FromUserName>${USER}</FromUserName><CreateTime>1800000000</CreateTime><MsgType>text</MsgType><Content>hello</Content><MsgId>7000000000000000001</MsgId><AgentID>1000002</AgentID></xml>`;

export interface Changes {
  token?: string;
  corp?: string;
  signatureName?: string;
  envelope?: (encrypted: string) => string;
}

/** A callback as WeCom's published library makes it. */
export function post(fixture: Fixture, xml: string, changes: Changes = {}): Request {
  const { corpId, callback } = fixture.binding;
  const encrypted = encrypt(callback.encodingAesKey, xml, changes.corp ?? corpId);
  const signature = getSignature(changes.token ?? callback.token, "1800000000", "n", encrypted);
  const query = new URLSearchParams({ timestamp: "1800000000", nonce: "n" });
  query.set(changes.signatureName ?? "msg_signature", signature);
  const envelope =
    changes.envelope ?? ((text) => `<xml><Encrypt><![CDATA[${text}]]></Encrypt></xml>`);
  return new Request(`${HOOK}?${query.toString()}`, { method: "POST", body: envelope(encrypted) });
}

/** A check of the address whose text is not escaped. */
export function check(
  fixture: Fixture,
  text: string,
  token: string,
  corp = fixture.binding.corpId,
): Request {
  const encrypted = encrypt(fixture.binding.callback.encodingAesKey, text, corp);
  const signature = getSignature(token, "1", "n", encrypted);
  return new Request(`${HOOK}?msg_signature=${signature}&timestamp=1&nonce=n&echostr=${encrypted}`);
}

export async function answer(
  adapter: PlatformAdapter,
  request: Request,
): Promise<[number, string]> {
  const response = await adapter.handleRequest?.(request);
  return [response?.status ?? 0, (await response?.text()) ?? ""];
}
