import type { SandboxFetch } from "@botwright/sandbox";
import type { Attack } from "./expectation.ts";
import { openAttackNetwork, usesNetwork } from "./network.ts";
import { type SealedMedia, sealMedia, usesSealedMedia } from "./sealed-media.ts";

/** What an attack finds beside its sandbox; most need nothing of it. */
export interface AttackSurroundings {
  /** Reaches the attacker's servers. */
  readonly fetch?: SandboxFetch;
  /** Origin of these servers. */
  readonly origin?: string;
  /** The message's medium, where it is no short text. */
  readonly media?: Buffer;
  /** Media that the bot has received. */
  readonly sealed?: SealedMedia;
}

/** The surroundings of a whole corpus, for programs that run all of its attacks in one sandbox. */
export interface CorpusSurroundings extends AsyncDisposable {
  of(attack: Pick<Attack, "kind" | "mediaBytes">): AttackSurroundings;
}

/** The medium of the message that an attack answers; to make a large one takes this thread some 80 ms. */
export function mediumOf({ mediaBytes }: Pick<Attack, "mediaBytes">): Buffer | undefined {
  return mediaBytes === undefined ? undefined : Buffer.alloc(mediaBytes, 1);
}

/** Opens the servers of the attacker, and makes the media; `root` as of `openAttackNetwork`. */
export async function openSurroundings(root?: URL): Promise<CorpusSurroundings> {
  const network = await openAttackNetwork(0, root);
  const sealed = await sealMedia();
  return {
    of({ kind, mediaBytes }) {
      if (usesNetwork(kind)) return { fetch: network.fetch, origin: network.origin };
      const media = mediumOf({ mediaBytes });
      return { ...(media && { media }), ...(usesSealedMedia(kind) && { sealed }) };
    },
    [Symbol.asyncDispose]: () => network[Symbol.asyncDispose](),
  };
}
