import { createGuardedFetch } from "@botwright/guarded-fetch";
import type { SandboxFetch } from "@botwright/sandbox";
import { FAKE_IMAGE_URL } from "./services.ts";

/** The network of plugins: that of production, and the pictures of the fake image model. */
export interface DevFetch extends AsyncDisposable {
  readonly fetch: SandboxFetch;
}

/** A grey square, 16 by 16. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR4nGOYiQYYRrYAAE3PmQF/EVnOAAAAAElFTkSuQmCC",
  "base64",
);

/** Creates the {@link DevFetch}. */
export function createDevFetch(): DevFetch {
  const guarded = createGuardedFetch();
  return {
    fetch: async (url, init) =>
      url === FAKE_IMAGE_URL
        ? new Response(PICTURE, { headers: { "content-type": "image/png" } })
        : guarded(url, init),
    [Symbol.asyncDispose]: () => guarded.close(),
  };
}
