import type { World } from "./world.ts";

/** What a platform does to one request each, in this order: a send that is repeated meets all of them. */
const WHIMS = ["drop-connection", "server-error", "lost-reply", "garbled"] as const;

/** Makes the next sends on each platform fail, one after the other. */
export function failInARow({
  platforms: { wechat, feishu, wecom },
}: Pick<World, "platforms">): void {
  for (const whim of WHIMS) {
    wechat.fault(whim, { method: "sendmessage" });
    feishu.fault(whim, { method: "send" });
    wecom.fault(whim, { method: "message/send" });
  }
}
