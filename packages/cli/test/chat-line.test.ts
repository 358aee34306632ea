import { expect, test } from "vitest";
import { parseChatLine } from "../src/dev/chat/chat-line.ts";

test.each([
  ["hello", { type: "say", text: "hello" }],
  [" two  blanks ", { type: "say", text: " two  blanks " }],
  ["//start", { type: "say", text: "/start" }],
  ["   ", { type: "nothing" }],
  ["/platform WeCom", { type: "platform", platform: "wecom" }],
  ["/user ann", { type: "user", name: "ann" }],
  [
    String.raw`/image C:\my pictures\a b.png`,
    { type: "send", kind: "image", path: String.raw`C:\my pictures\a b.png` },
  ],
  [String.raw`/file "C:\a b.pdf"`, { type: "send", kind: "file", path: String.raw`C:\a b.pdf` }],
  ["/voice it's.mp3", { type: "send", kind: "voice", path: "it's.mp3" }],
  [
    "/voice note.ogg: buy milk",
    { type: "send", kind: "voice", path: "note.ogg", words: "buy milk" },
  ],
  [
    String.raw`/voice "C:\a: b.ogg": 买: 牛奶`,
    { type: "send", kind: "voice", path: String.raw`C:\a: b.ogg`, words: "买: 牛奶" },
  ],
  [String.raw`/voice C:\a b.ogg:`, { type: "send", kind: "voice", path: String.raw`C:\a b.ogg` }],
  ["/save", { type: "save", path: undefined }],
  ["/save runs/1.json", { type: "save", path: "runs/1.json" }],
  ["/help", { type: "help" }],
  ["/quit", { type: "quit" }],
])("%j", (line, expected) => {
  expect(parseChatLine(line)).toEqual(expected);
});

test.each(["/platform irc", "/user", "/user a b", "/image", "/voice", "/nope", "/"])(
  "the error of %j says what to write instead",
  (line) => {
    expect(parseChatLine(line)).toMatchObject({
      type: "mistake",
      advice: expect.stringMatching(/.{20}/),
    });
  },
);
