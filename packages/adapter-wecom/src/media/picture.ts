import { createHttpClient, textOf, readAddress } from "@botwright/adapter-kit";
import type { AdapterState } from "@botwright/core";
import { SERVICE } from "../api/errors.ts";

/** The second URL of a message's picture. It needs no token, so the URL itself is a secret. */
export interface Picture {
  readonly mediaId: string;
  readonly url: string;
}

/** Options of {@link createPictures}. */
export interface PicturesOptions {
  readonly corpId: string;
  readonly agentId: string;
  /** The only origin that is allowed besides WeCom's picture hosts; it may use plain HTTP, as a simulator does. */
  readonly apiBase: string;
  /** Stores the URLs, also across restarts. */
  readonly state: AdapterState;
}

/**
 * Downloads pictures by the `PicUrl` of their message when media/get fails. Only
 * URLs from a signed callback are fetched: a plugin passes a reference to a media file, so it
 * cannot make the adapter fetch a URL of its choice. The person who has set up the app can sign a callback
 * too, so the URL must also belong to WeCom: see {@link isPictureAddress}.
 */
export interface Pictures {
  /** Stores the URL of a message's picture. */
  remember(picture: Picture): Promise<void>;
  /** Downloads the picture of a `media_id`; `undefined` when its URL is unknown or the download fails. */
  fetch(mediaId: string, maxBytes: number): Promise<Uint8Array | undefined>;
}

/** How long a URL is stored, in milliseconds: a media_id is valid for three days. */
const LIFE_MS = 3 * 24 * 3600 * 1000;
const TIMEOUT_MS = 120_000;
const MAX_BYTES = 20 * 1024 * 1024;

/** The domains of Tencent's picture hosts; only their subdomains are allowed, such as `wework.qpic.cn`. */
const PICTURE_DOMAINS = [".qpic.cn", ".qlogo.cn"];

/**
 * Whether a picture's URL is on WeCom's picture hosts or on the origin of its API. Any other URL
 * might lead to a private service in the host's network: the owner of an app knows its key, and can sign any URL.
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
  // A client without the access token, because these URLs must not receive it.
  const http = createHttpClient({ service: SERVICE, secrets: () => [], timeoutMs: TIMEOUT_MS });
  const keyOf = (mediaId: string): string => `wecom.picture.${corpId}.${agentId}.${mediaId}`;

  return {
    async remember({ mediaId, url }) {
      if (isPictureAddress(url, apiBase)) await state.set(keyOf(mediaId), url, { ttlMs: LIFE_MS });
    },
    async fetch(mediaId, maxBytes) {
      try {
        const url = textOf(await state.get(keyOf(mediaId)));
        // Checked again, because an older version may have stored this URL without a check.
        if (!isPictureAddress(url, apiBase)) return undefined;
        const call = { url, name: "PicUrl", method: "GET" } as const;
        const answer = await http.bytes(call, Math.min(MAX_BYTES, maxBytes));
        // For an expired URL the answer may be an HTML page with status 200.
        const isPicture = /^image\//i.test(answer.headers.get("content-type") ?? "");
        return answer.status === 200 && isPicture ? answer.body : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
