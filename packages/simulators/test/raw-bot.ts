import type { Simulator } from "@botwright/simulators";

/** An answer of the Bot API, with what HTTP says beside it. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly ok: boolean;
  readonly result?: unknown;
  readonly description?: string;
  readonly error_code?: number;
  readonly parameters?: Readonly<Record<string, unknown>>;
}

type TelegramLike = Pick<Simulator, "baseUrl"> & {
  readonly credentials: { readonly token: string };
};

/** A bot without a library: one function that posts JSON, and the addresses for everything else. */
export function rawBot(sim: TelegramLike) {
  const root = `${sim.baseUrl}/bot${sim.credentials.token}`;
  const request = async (method: string, init?: RequestInit): Promise<Answer> => {
    const response = await fetch(`${root}/${method}`, init);
    const body: unknown = await response.json();
    return Object.assign({ status: response.status, headers: response.headers, ok: false }, body);
  };
  return {
    root,
    fileRoot: `${sim.baseUrl}/file/bot${sim.credentials.token}`,
    request,
    call: (method: string, body: object = {}) =>
      request(method, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
  };
}

/** A PNG header of the given size: enough for all who only measure pictures. */
export function png(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(64);
  Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return new Uint8Array(bytes);
}

/** What is at a place in a JSON value; undefined when there is nothing. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (typeof inner !== "object" || inner === null) return undefined;
    return Object.getOwnPropertyDescriptor(inner, key)?.value;
  }, value);
}
