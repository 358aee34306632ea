/** One frame of the long connection: the protobuf message `pbbp2.Frame`. */
export interface Frame {
  readonly seqId: bigint;
  readonly logId: bigint;
  readonly service: number;
  /** 0 control, 1 data. */
  readonly method: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: Uint8Array;
}

/** Encodes a frame; its numbers are written even when they are 0. */
export function encodePbbp2Frame(frame: Frame): Buffer {
  const parts = [
    number(1, frame.seqId),
    number(2, frame.logId),
    number(3, BigInt(frame.service)),
    number(4, BigInt(frame.method)),
  ];
  for (const [key, value] of Object.entries(frame.headers)) {
    parts.push(chunk(5, Buffer.concat([chunk(1, Buffer.from(key)), chunk(2, Buffer.from(value))])));
  }
  if (frame.payload !== undefined) parts.push(chunk(8, frame.payload));
  return Buffer.concat(parts);
}

/** Decodes a frame. @throws RangeError when the bytes are not a frame */
export function decodePbbp2Frame(bytes: Uint8Array): Frame {
  const numbers = new Map<number, bigint>();
  const headers: Record<string, string> = {};
  let payload: Uint8Array | undefined;
  for (const [field, value] of fieldsOf(bytes)) {
    if (typeof value === "bigint") numbers.set(field, value);
    else if (field === 8) payload = value;
    else if (field === 5) {
      const texts = new Map<number, string>();
      for (const [part, text] of fieldsOf(value)) {
        if (typeof text !== "bigint") texts.set(part, Buffer.from(text).toString());
      }
      headers[texts.get(1) ?? ""] = texts.get(2) ?? "";
    }
  }
  const required = (field: number): bigint => {
    const value = numbers.get(field);
    if (value === undefined) throw new RangeError(`The frame lacks its field ${field}`);
    return value;
  };
  return {
    seqId: required(1),
    logId: required(2),
    service: Number(BigInt.asIntN(32, required(3))),
    method: Number(BigInt.asIntN(32, required(4))),
    headers,
    ...(payload !== undefined && { payload }),
  };
}

function* fieldsOf(bytes: Uint8Array): Generator<readonly [field: number, bigint | Uint8Array]> {
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) break;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new RangeError("The frame is cut off");
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const kind = tag & 7;
    if (kind === 0) yield [tag >>> 3, varint()];
    else if (kind === 2) {
      const length = Number(varint());
      if (at + length > bytes.length) throw new RangeError("The frame is cut off");
      yield [tag >>> 3, bytes.subarray(at, at + length)];
      at += length;
    } else if (kind === 1 || kind === 5) at += kind === 1 ? 8 : 4;
    else throw new RangeError(`The frame has a field of the kind ${kind}`);
  }
}

function number(field: number, value: bigint): Buffer {
  return Buffer.concat([varintOf(BigInt(field << 3)), varintOf(BigInt.asUintN(64, value))]);
}

function chunk(field: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([varintOf(BigInt((field << 3) | 2)), varintOf(BigInt(bytes.length)), bytes]);
}

function varintOf(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
