/**
 * The frames of the long connection: the protobuf (proto2) message `pbbp2.Frame`, and the part of
 * protobuf that it needs. Ids are `bigint`, because they are sent back unchanged and may exceed 2^53.
 *
 * A protobuf message is a sequence of fields, each a tag and a value. The tag is a varint: the number
 * of the field times 8, plus the wire type of the value (0 varint, 1 eight bytes, 2 length and bytes,
 * 5 four bytes). A varint holds 7 bits in each byte, the lowest first; the top bit says that another
 * byte follows.
 *
 * @see https://protobuf.dev/programming-guides/encoding/
 */

/** A header of a frame. */
export type FrameHeader = readonly [key: string, value: string];

/** The names of the headers that the adapter reads. */
export type HeaderName =
  /** `event`, `card`, `ping` or `pong`. */
  | "type"
  /** The id of an event, the same in all its fragments. */
  | "message_id"
  /** How many fragments the event has. */
  | "sum"
  /** The index of this fragment, from 0. */
  | "seq";

/** The `method` of pings and pongs, and of events. */
export const CONTROL = 0;
export const DATA = 1;

/** One frame. */
export interface Frame {
  readonly seqId: bigint;
  readonly logId: bigint;
  readonly service: number;
  /** {@link CONTROL} or {@link DATA}. */
  readonly method: number;
  readonly headers: readonly FrameHeader[];
  readonly payloadEncoding?: string;
  readonly payloadType?: string;
  readonly payload?: Uint8Array;
  readonly logIdNew?: string;
}

/** The value of a frame's header; `""` when there is none. */
export function headerOf(frame: Frame, name: HeaderName): string {
  return frame.headers.find(([key]) => key === name)?.[1] ?? "";
}

/** The most fields of a protobuf message that are read: real frames have some 20, of which 10 are headers. */
const MAX_FIELDS = 200;

/** Encodes a frame. The four numbers are required fields, so they are written even when they are 0. */
export function encodeFrame(frame: Frame): Uint8Array<ArrayBuffer> {
  const out: Uint8Array[] = [
    numberField(1, frame.seqId),
    numberField(2, frame.logId),
    numberField(3, BigInt(frame.service)),
    numberField(4, BigInt(frame.method)),
  ];
  for (const [key, value] of frame.headers) {
    out.push(bytesField(5, Buffer.concat([textField(1, key), textField(2, value)])));
  }
  const { payloadEncoding, payloadType, payload, logIdNew } = frame;
  if (payloadEncoding !== undefined) out.push(textField(6, payloadEncoding));
  if (payloadType !== undefined) out.push(textField(7, payloadType));
  if (payload !== undefined) out.push(bytesField(8, payload));
  if (logIdNew !== undefined) out.push(textField(9, logIdNew));
  return new Uint8Array(Buffer.concat(out));
}

/** Decodes a frame; `undefined` when the bytes are not one. Unknown fields are skipped. */
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
  const headers: FrameHeader[] = [];
  for (const [field, value] of readFields(bytes)) {
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

function readHeader(bytes: Uint8Array): FrameHeader {
  const texts = new Map<number, string>();
  for (const [field, value] of readFields(bytes)) {
    if (typeof value !== "bigint") texts.set(field, toText(value));
  }
  return [texts.get(1) ?? "", texts.get(2) ?? ""];
}

/** Yields each field that is a varint or bytes. @throws {RangeError} for bytes that are not protobuf, or too many fields */
function* readFields(bytes: Uint8Array): Generator<readonly [field: number, bigint | Uint8Array]> {
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
    throw new RangeError("a varint of more than 10 bytes");
  };
  for (let count = 0; at < bytes.length; count++) {
    if (count === MAX_FIELDS) throw new RangeError("too many fields");
    const tag = varint();
    const field = Number(tag >> 3n);
    const wireType = Number(tag & 7n);
    if (wireType === 0) yield [field, varint()];
    else if (wireType === 2) yield [field, take(Number(varint()))];
    else if (wireType === 1) take(8);
    else if (wireType === 5) take(4);
    else throw new RangeError("an unknown wire type");
  }
}

function numberField(field: number, value: bigint): Uint8Array {
  return Uint8Array.from([field << 3, ...varintOf(BigInt.asUintN(64, value))]);
}

function textField(field: number, text: string): Uint8Array {
  return bytesField(field, Buffer.from(text));
}

function bytesField(field: number, bytes: Uint8Array): Uint8Array {
  const head = [(field << 3) | 2, ...varintOf(BigInt(bytes.length))];
  return Buffer.concat([Uint8Array.from(head), bytes]);
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
