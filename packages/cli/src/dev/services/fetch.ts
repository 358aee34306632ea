import { checkFetchAddress, createGuardedFetch } from "@botwright/guarded-fetch";
import type { SandboxFetch } from "@botwright/sandbox";
import type { CannedAnswerBook } from "./canned-answers.ts";
import { FAKE_IMAGE_URL } from "./services.ts";

/** The network of plugins: that of production, the canned answers, and the images of the fake image model. */
export interface DevFetch extends AsyncDisposable {
  readonly fetch: SandboxFetch;
}

/** A grey square, 16 by 16. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAAAAAA6mKC9AAAAD0lEQVR4nGOYiQYYRrYAAE3PmQF/EVnOAAAAAElFTkSuQmCC",
  "base64",
);

/** Creates the {@link DevFetch}. @param answers the answers that replace those of servers */
export function createDevFetch(answers: CannedAnswerBook): DevFetch {
  const guarded = createGuardedFetch();
  return {
    async fetch(url, init) {
      if (url === FAKE_IMAGE_URL) {
        return new Response(PICTURE, { headers: { "content-type": "image/png" } });
      }
      const canned = answers.forFetch(init.method, url);
      if (canned === undefined) return guarded(url, init);
      // A canned answer does not help a request that production would refuse.
      checkFetchAddress(url, init.hosts);
      return canned;
    },
    [Symbol.asyncDispose]: () => guarded.close(),
  };
}
