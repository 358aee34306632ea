import { createHmac } from "node:crypto";

/**
 * The accounts of bots on simulated platforms, as options of their simulators. WeChat has none, because its bots log in
 * by QR code.
 *
 * @param seed a secret; the same secret gives the same accounts
 */
export function simulatedAccounts(seed: string) {
  const bytesOf = (name: string): Buffer => createHmac("sha256", seed).update(name).digest();
  const hex = (name: string, length: number): string =>
    bytesOf(name).toString("hex").slice(0, length);
  const text = (name: string): string => bytesOf(name).toString("base64url");
  return {
    feishu: { appId: `cli_${hex("feishu app", 16)}`, appSecret: hex("feishu secret", 32) },
    wecom: {
      credentials: {
        corp_id: `ww${hex("wecom corp", 16)}`,
        secret: text("wecom secret"),
        token: hex("wecom token", 24),
        encoding_aes_key: hex("wecom aes key", 43),
      },
    },
    dingtalk: { appKey: `ding${hex("dingtalk app", 16)}`, appSecret: text("dingtalk secret") },
    telegram: {
      // The number identifies the account. It depends on the seed, because a host binds each account only once.
      token: `${1e9 + bytesOf("telegram number").readUInt32BE()}:${text("telegram token").slice(0, 35)}`,
    },
  };
}
