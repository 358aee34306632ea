import {
  createDownloads,
  createMediaReferences,
  invalidMediaReference,
  mediaTooLarge,
  type MediaReferences,
} from "@botwright/adapter-kit";
import { createMemoryAdapterState, type PlatformAdapter } from "@botwright/core";
import type { Defect, ToyOptions } from "./toy-adapter.ts";
import type { SharedAdapterOptions } from "@botwright/adapter-kit/contract";

const SERVICE = "Toy";
/** In the place of the state that each bot has for itself. */
const shared = createMemoryAdapterState();

/** The references and downloads of a toy adapter. */
export interface ToyMedia extends Pick<PlatformAdapter, "download" | "downloadRaw"> {
  readonly references: MediaReferences;
}

export function createToyMedia(options: ToyOptions & SharedAdapterOptions): ToyMedia {
  const { api, defect } = options;
  const references = withDefect(createReferences(options), defect);

  async function fetch(reference: string, maxBytes: number): Promise<Uint8Array> {
    const [, id = ""] = /^toy:(\d+)$/.exec(reference) ?? [];
    const bytes = api.file(id);
    if (bytes === undefined) throw invalidMediaReference(SERVICE);
    if (bytes.length > maxBytes) throw mediaTooLarge(SERVICE, "file", maxBytes);
    return api.call("download", "", () =>
      defect === "reads files as text" ? viaText(bytes) : bytes,
    );
  }

  const whole = (reference: string): Promise<Uint8Array> => fetch(reference, Infinity);
  const { download, downloadRaw } = createDownloads({ service: SERVICE, references, fetch });
  if (defect === "ignores the limit") {
    return {
      references,
      download: async (item, more) => ({
        bytes: await whole(await references.open(item.media.encrypt_query_param, more?.from)),
        item,
      }),
      downloadRaw: async (reference, more) => whole(await references.open(reference, more?.from)),
    };
  }
  return {
    references,
    async download(given, more) {
      const { bytes, item } = await download(given, more);
      if (defect === "forgets what it learnt") return { bytes, item: given };
      return { bytes, item: defect === "changes items" ? Object.assign(given, item) : item };
    },
    async downloadRaw(reference, more) {
      if (defect === "asks before it checks") await api.call("lookup", "", () => {});
      return downloadRaw(reference, more);
    },
  };
}

function createReferences({ state, defect }: ToyOptions & SharedAdapterOptions): MediaReferences {
  const wrong: Partial<Record<Defect, typeof state>> = {
    "forgets its key": createMemoryAdapterState(),
    "shares its key": shared,
  };
  const kept = (defect && wrong[defect]) ?? state;
  return createMediaReferences({ service: SERVICE, state: kept, stateKey: "toy.seal" });
}

function withDefect({ seal, open }: MediaReferences, defect: Defect | undefined): MediaReferences {
  const opens: Partial<Record<Defect, MediaReferences["open"]>> = {
    "trusts references": async (reference) => payloadOf(reference),
    "trims references": (reference, from) => open(reference.trim().replace(/=+$/, ""), from),
    "takes any chat's media": (reference) => open(reference),
    "tells of other chats": (reference, from) =>
      open(reference).then(() => open(reference, from).catch(tellMore), fail),
  };
  return { seal, open: (defect && opens[defect]) ?? open };
}

function payloadOf(reference: string): string {
  return Buffer.from(reference.split(".")[1] ?? "", "base64url").toString();
}

function fail(error: unknown): never {
  throw error;
}

function tellMore(error: unknown): never {
  if (error instanceof Error) error.message = "It is of another chat";
  throw error;
}

export function viaText(bytes: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString("utf8"));
}
