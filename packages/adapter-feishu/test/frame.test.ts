import fc from "fast-check";
import protobuf from "protobufjs";
import { describe, expect, test } from "vitest";
import { decodeFrame, encodeFrame, type Frame } from "../src/wire/frame.ts";

/** The same message in protobufjs, which was not written here. */
const { root } = protobuf.parse(
  `
  syntax = "proto2";
  package pbbp2;
  message Header { required string key = 1; required string value = 2; }
  message Frame {
    required uint64 SeqID = 1;
    required uint64 LogID = 2;
    required int32 service = 3;
    required int32 method = 4;
    repeated Header headers = 5;
    optional string payloadEncoding = 6;
    optional string payloadType = 7;
    optional bytes payload = 8;
    optional string LogIDNew = 9;
  }
`,
  { keepCase: true },
);
const Theirs = root.lookupType("pbbp2.Frame");

const frames: fc.Arbitrary<Frame> = fc.record(
  {
    seqId: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    logId: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    service: fc.integer(),
    method: fc.integer(),
    headers: fc.array(fc.tuple(text(), text())),
    payloadEncoding: text(),
    payloadType: text(),
    payload: fc.uint8Array(),
    logIdNew: text(),
  },
  { requiredKeys: ["seqId", "logId", "service", "method", "headers"] },
);

function text(): fc.Arbitrary<string> {
  return fc.string({ unit: "grapheme" });
}

/** A frame as protobufjs names its fields. */
function toTheirs(frame: Frame): Record<string, unknown> {
  const { seqId, logId, service, method, headers, payload, logIdNew, ...texts } = frame;
  return {
    SeqID: String(seqId),
    LogID: String(logId),
    service,
    method,
    headers: headers.map(([key, value]) => ({ key, value })),
    ...texts,
    ...(payload !== undefined && { payload: Buffer.from(payload).toString("base64") }),
    ...(logIdNew !== undefined && { LogIDNew: logIdNew }),
  };
}

describe("frames", () => {
  test("are read by protobufjs as they were written", () => {
    fc.assert(
      fc.property(frames, (frame) => {
        const theirs = Theirs.decode(encodeFrame(frame));
        const plain = Theirs.toObject(theirs, { longs: String, bytes: String });
        expect({ headers: [], ...plain }).toEqual(toTheirs(frame));
      }),
    );
  });

  test("are read as protobufjs has written them, and written as it does, byte for byte", () => {
    fc.assert(
      fc.property(frames, (frame) => {
        const theirs = Theirs.encode(Theirs.fromObject(toTheirs(frame))).finish();
        expect(Buffer.from(encodeFrame(frame)).toString("hex")).toBe(
          Buffer.from(theirs).toString("hex"),
        );
        expect(decodeFrame(new Uint8Array(theirs))).toEqual(frame);
      }),
    );
  });

  test("of the platform: a ping, and a pong with a payload", () => {
    const headers = [["type", "ping"]] as const;
    const ping = encodeFrame({ seqId: 0n, logId: 0n, service: 7, method: 0, headers });
    expect(Buffer.from(ping).toString("hex")).toBe("08001000180720002a0c0a0474797065120470696e67");
    const pong =
      "08001000180720002a0c0a04747970651204706f6e6742137b2250696e67496e74657276616c223a36307d";
    expect(decodeFrame(Buffer.from(pong, "hex"))).toMatchObject({
      headers: [["type", "pong"]],
      payload: Buffer.from('{"PingInterval":60}'),
    });
  });

  test("skip fields that are not known, of every kind", () => {
    const bytes = Buffer.from(encodeFrame({ ...EMPTY, service: -1 }));
    const unknown = Buffer.from("50015901020304050607086201ff6d01020304", "hex");
    expect(decodeFrame(Buffer.concat([unknown, bytes, unknown]))).toEqual({
      ...EMPTY,
      service: -1,
    });
  });

  test("that are none are recognised, whatever comes", () => {
    expect(decodeFrame(new Uint8Array())).toBeUndefined();
    expect(decodeFrame(Buffer.from("ff0100", "hex"))).toBeUndefined();
    expect(decodeFrame(Buffer.from("0b", "hex"))).toBeUndefined();
    const whole = encodeFrame({ ...EMPTY, payload: new Uint8Array(100) });
    for (let length = 0; length < whole.length; length++) {
      const cut = decodeFrame(whole.subarray(0, length));
      // Cut between two fields it is a frame with fewer of them.
      expect(cut?.payload).toBeUndefined();
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(() => decodeFrame(bytes)).not.toThrow();
      }),
      { numRuns: 1000 },
    );
  });
});

const EMPTY: Frame = { seqId: 0n, logId: 0n, service: 0, method: 0, headers: [] };

test("a frame with more fields than a frame has is none", () => {
  const decoded = [100, 300].map((count) => {
    const headers = Array.from({ length: count }, (): [string, string] => ["", ""]);
    return decodeFrame(encodeFrame({ ...EMPTY, headers }))?.headers.length;
  });
  expect(decoded).toEqual([100, undefined]);
});
