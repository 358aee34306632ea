import { createHttpClient, textOf } from "@botwright/adapter-kit";
import type { AdapterState } from "@botwright/core";
import { SERVICE } from "../api/errors.ts";

/** The second address of a message's picture, which needs no token: a bearer secret. */
export interface Picture {
  readonly mediaId: string;
  readonly url: string;
}

/** Options of {@link createPictures}. */
export interface PicturesOptions {
  readonly corpId: string;
  readonly agentId: string;
  /** The only origin whose addresses may be plain HTTP, as those of a simulator are. */
  readonly apiBase: string;
  /** Keeps the addresses, also across restarts. */
  readonly state: AdapterState;
}

/**
 * Downloads pictures by their `PicUrl`, which comes with the message, when media/get fails. Only
 * addresses that came in a signed callback are fetched: a plugin passes a reference to a medium, so it
 * cannot make the adapter fetch an address of its choice.
 */
export interface Pictures {
  /** Keeps the address of a message's picture. */
  remember(picture: Picture): Promise<void>;
  /** Downloads the picture of a medium; `undefined` when it has no address or the download fails. */
  fetch(mediaId: string, maxBytes: number): Promise<Uint8Array | undefined>;
}

/** How long an address is kept: a media_id is valid for three days. */
const LIFE_MS = 3 * 24 * 3600 * 1000;
const TIMEOUT_MS = 120_000;
const MAX_BYTES = 20 * 1024 * 1024;

/** Makes {@link Pictures}. */
export function createPictures({ corpId, agentId, apiBase, state }: PicturesOptions): Pictures {
  // Without the access token, which these addresses must not receive.
  const http = createHttpClient({ service: SERVICE, secrets: () => [], timeoutMs: TIMEOUT_MS });
  const keyOf = (mediaId: string): string => `wecom.picture.${corpId}.${agentId}.${mediaId}`;

  function isAllowed(url: string): boolean {
    if (!URL.canParse(url)) return false;
    const { protocol, origin } = new URL(url);
    return protocol === "https:" || origin === new URL(apiBase).origin;
  }

  return {
    async remember({ mediaId, url }) {
      if (isAllowed(url)) await state.set(keyOf(mediaId), url, { ttlMs: LIFE_MS });
    },
    async fetch(mediaId, maxBytes) {
      try {
        const url = textOf(await state.get(keyOf(mediaId)));
        if (!isAllowed(url)) return undefined;
        const call = { url, name: "PicUrl", method: "GET" } as const;
        const answer = await http.bytes(call, Math.min(MAX_BYTES, maxBytes));
        // For an expired address the answer may be 200 with an HTML page.
        const isPicture = /^image\//i.test(answer.headers.get("content-type") ?? "");
        return answer.status === 200 && isPicture ? answer.body : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
