import { createHttpClient, textOf } from "@botwright/adapter-kit";
import type { AdapterState, IncomingMessage } from "@botwright/core";
import { SERVICE } from "./api-errors.ts";

/** Options of {@link createPictures}. */
export interface PicturesOptions {
  readonly corpId: string;
  readonly agentId: string;
  /** Addresses on this origin may be without TLS, as the API itself is then. */
  readonly apiBase: string;
  /** Keeps the addresses over restarts. */
  readonly state: AdapterState;
}

/**
 * The second way to a picture: `PicUrl`, which comes with the message. Only addresses that came in
 * a signed callback are fetched; what plugins hand back names a medium, never an address.
 */
export interface Pictures {
  /** Keeps the address of a message's picture, if it has one. */
  remember(incoming: IncomingMessage): Promise<void>;
  /** The picture by its second way; `undefined` when that leads nowhere. */
  fetch(mediaId: string, maxBytes: number): Promise<Uint8Array | undefined>;
}

/** A media_id is good for so long. */
const LIFE_MS = 3 * 24 * 3600 * 1000;
const TIMEOUT_MS = 120_000;
const MAX_BYTES = 20 * 1024 * 1024;

/** Makes {@link Pictures}. */
export function createPictures({ corpId, agentId, apiBase, state }: PicturesOptions): Pictures {
  // A client without the access token, which has no business at these addresses.
  const http = createHttpClient({ service: SERVICE, secrets: () => [], timeoutMs: TIMEOUT_MS });
  const keyOf = (mediaId: string): string => `wecom.picture.${corpId}.${agentId}.${mediaId}`;

  function isAllowed(url: string): boolean {
    if (!URL.canParse(url)) return false;
    const { protocol, origin } = new URL(url);
    return protocol === "https:" || origin === new URL(apiBase).origin;
  }

  return {
    async remember({ message }) {
      const mediaId = textOf(message.image?.media["media_id"]);
      const url = textOf(message.image?.media["pic_url"]);
      if (isAllowed(url)) await state.set(keyOf(mediaId), url, { ttlMs: LIFE_MS });
    },
    async fetch(mediaId, maxBytes) {
      try {
        const url = textOf(await state.get(keyOf(mediaId)));
        if (!isAllowed(url)) return undefined;
        const call = { url, name: "PicUrl", method: "GET" } as const;
        const answer = await http.bytes(call, Math.min(MAX_BYTES, maxBytes));
        // An expired address may answer 200 with a page.
        const isPicture = /^image\//i.test(answer.headers.get("content-type") ?? "");
        return answer.status === 200 && isPicture ? answer.body : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
