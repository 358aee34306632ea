/**
 * The frames of the long connection: the protobuf message `pbbp2.Frame`, no more of protobuf than
 * it needs. Ids are kept as `bigint`, because they go back exactly and may be beyond 2^53.
 */

/** One frame. */
export interface Frame {
  readonly seqId: bigint;
  readonly logId: bigint;
  readonly service: number;
  /** 0 control, 1 data. */
  readonly method: number;
  readonly headers: readonly (readonly [key: string, value: string])[];
  readonly payloadEncoding?: string;
  readonly payloadType?: string;
  readonly payload?: Uint8Array;
  readonly logIdNew?: string;
}

/** The value of a frame's header; `""` when there is none. */
export function headerOf(frame: Frame, name: string): string {
  return frame.headers.find(([key]) => key === name)?.[1] ?? "";
}

/** Writes a frame; the four numbers always, also when 0. */
export function encodeFrame(frame: Frame): Uint8Array<ArrayBuffer> {
  const out: number[][] = [
    numberField(1, frame.seqId),
    numberField(2, frame.logId),
    numberField(3, BigInt(frame.service)),
    numberField(4, BigInt(frame.method)),
  ];
  for (const [key, value] of frame.headers) {
    out.push(bytesField(5, [...textField(1, key), ...textField(2, value)]));
  }
  const { payloadEncoding, payloadType, payload, logIdNew } = frame;
  if (payloadEncoding !== undefined) out.push(textField(6, payloadEncoding));
  if (payloadType !== undefined) out.push(textField(7, payloadType));
  if (payload !== undefined) out.push(bytesField(8, payload));
  if (logIdNew !== undefined) out.push(textField(9, logIdNew));
  return Uint8Array.from(out.flat());
}

/** Reads a frame; `undefined` when the bytes are none. Unknown fields are skipped. */
export function decodeFrame(bytes: Uint8Array): Frame | undefined {
  try {
    return readFrame(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function readFrame(bytes: Uint8Array): Frame | undefined {
  const numbers = new Map<number, bigint>();
  const chunks = new Map<number, Uint8Array>();
  const headers: [string, string][] = [];
  for (const [field, value] of fieldsOf(bytes)) {
    if (typeof value === "bigint") numbers.set(field, value);
    else if (field === 5) headers.push(readHeader(value));
    else chunks.set(field, value);
  }
  const [seqId, logId, service, method] = [1, 2, 3, 4].map((field) => numbers.get(field));
  if (seqId === undefined || logId === undefined) return undefined;
  if (service === undefined || method === undefined) return undefined;
  const [encoding, type, payload, newId] = [6, 7, 8, 9].map((field) => chunks.get(field));
  return {
    seqId,
    logId,
    service: Number(BigInt.asIntN(32, service)),
    method: Number(BigInt.asIntN(32, method)),
    headers,
    ...(encoding !== undefined && { payloadEncoding: toText(encoding) }),
    ...(type !== undefined && { payloadType: toText(type) }),
    ...(payload !== undefined && { payload }),
    ...(newId !== undefined && { logIdNew: toText(newId) }),
  };
}

function readHeader(bytes: Uint8Array): [key: string, value: string] {
  const texts = new Map<number, string>();
  for (const [field, value] of fieldsOf(bytes)) {
    if (typeof value !== "bigint") texts.set(field, toText(value));
  }
  return [texts.get(1) ?? "", texts.get(2) ?? ""];
}

/** Every field that is a number or bytes. @throws {RangeError} when the bytes are cut off */
function* fieldsOf(bytes: Uint8Array): Generator<readonly [field: number, bigint | Uint8Array]> {
  let at = 0;
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new RangeError("cut off");
    return bytes.subarray(at, (at += length));
  };
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = take(1)[0] ?? 0;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new RangeError("no number is so long");
  };
  while (at < bytes.length) {
    const tag = varint();
    const field = Number(tag >> 3n);
    const kind = Number(tag & 7n);
    if (kind === 0) yield [field, varint()];
    else if (kind === 2) yield [field, take(Number(varint()))];
    else if (kind === 1) take(8);
    else if (kind === 5) take(4);
    else throw new RangeError("a field of an unknown kind");
  }
}

function numberField(field: number, value: bigint): number[] {
  return [field << 3, ...varintOf(BigInt.asUintN(64, value))];
}

function textField(field: number, text: string): number[] {
  return bytesField(field, new TextEncoder().encode(text));
}

function bytesField(field: number, bytes: ArrayLike<number>): number[] {
  return [(field << 3) | 2, ...varintOf(BigInt(bytes.length)), ...Array.from(bytes)];
}

function varintOf(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return bytes;
}

function toText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
