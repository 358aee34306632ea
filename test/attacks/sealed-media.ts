import { createDownloads, createMediaReferences } from "@botwright/adapter-kit";
import { createMemoryAdapterState, type ParsedMessage } from "@botwright/core";
import { createMessage } from "../../packages/sandbox/test/context.ts";

/** Media that a bot has received, with the references by which plugins name them. */
export interface SealedMedia {
  /** The reference of a medium of the chat that is answered. */
  readonly own: string;
  /** The reference of one of another chat of the same bot. */
  readonly other: string;
  /** Downloads as an adapter does for a call that answers the first chat: the bytes are the platform's reference. */
  readonly downloadRaw: (reference: string) => Promise<Buffer>;
}

/** Whether attacks of this kind need them. */
export const usesSealedMedia = (kind: string): boolean => kind === "references";

/** Seals the references of two messages as adapters do. */
export async function sealMedia(): Promise<SealedMedia> {
  const service = "the platform";
  const references = createMediaReferences({
    service,
    state: createMemoryAdapterState(),
    stateKey: "attack.seal",
  });
  const { downloadRaw } = createDownloads({
    service,
    references,
    fetch: async (reference) => Buffer.from(reference),
  });
  const { from } = createMessage("");
  const sealedFor = async (person: string, reference: string): Promise<string> => {
    const media = { encrypt_query_param: reference, aes_key: "", encrypt_type: 0 as const };
    const message: ParsedMessage = {
      ...createMessage("picture"),
      type: "image",
      from: person,
      image: { media, thumb_width: 0, thumb_height: 0, mid_size: 0 },
    };
    const sealed = await references.seal({ id: person, message });
    return sealed.message.image?.media.encrypt_query_param ?? "";
  };
  return {
    own: await sealedFor(from, "own"),
    other: await sealedFor("another person", "other"),
    downloadRaw: async (reference) => Buffer.from(await downloadRaw(reference, { from })),
  };
}
