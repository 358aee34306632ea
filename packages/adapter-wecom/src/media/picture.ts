import { createHttpClient, textOf, readAddress } from "@botwright/adapter-kit";
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
  /** The only origin beside WeCom's hosts of pictures, and by plain HTTP too, as a simulator's is. */
  readonly apiBase: string;
  /** Keeps the addresses, also across restarts. */
  readonly state: AdapterState;
}

/**
 * Downloads pictures by their `PicUrl`, which comes with the message, when media/get fails. Only
 * addresses that came in a signed callback are fetched: a plugin passes a reference to a medium, so it
 * cannot make the adapter fetch an address of its choice. Who has set up the app can sign a callback
 * too, so the address must also be one of WeCom's: see {@link isPictureAddress}.
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

/** The domains of Tencent's pictures; only hosts below them are asked, such as `wework.qpic.cn`. */
const PICTURE_DOMAINS = [".qpic.cn", ".qlogo.cn"];

/**
 * Whether a picture's address is where WeCom keeps pictures, or where its API is. Every other address
 * may lead to a private service of the host: the owner of an app knows its key, and can sign any address.
 */
export function isPictureAddress(address: string, apiBase: string): boolean {
  const url = readAddress(address);
  if (url === null) return false;
  const { protocol, origin, hostname, port } = url;
  if (origin === new URL(apiBase).origin) return true;
  const isPictureHost = PICTURE_DOMAINS.some((domain) => hostname.endsWith(domain));
  return protocol === "https:" && port === "" && isPictureHost;
}

/** Makes {@link Pictures}. */
export function createPictures({ corpId, agentId, apiBase, state }: PicturesOptions): Pictures {
  // Without the access token, which these addresses must not receive.
  const http = createHttpClient({ service: SERVICE, secrets: () => [], timeoutMs: TIMEOUT_MS });
  const keyOf = (mediaId: string): string => `wecom.picture.${corpId}.${agentId}.${mediaId}`;

  return {
    async remember({ mediaId, url }) {
      if (isPictureAddress(url, apiBase)) await state.set(keyOf(mediaId), url, { ttlMs: LIFE_MS });
    },
    async fetch(mediaId, maxBytes) {
      try {
        const url = textOf(await state.get(keyOf(mediaId)));
        // Again: the state may hold an address that an older version has kept.
        if (!isPictureAddress(url, apiBase)) return undefined;
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
