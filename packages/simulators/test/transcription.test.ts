import { placeTranscription, SimulatorError } from "@botwright/simulators";
import { expect, test } from "vitest";

const bytes = Uint8Array.of(1);
const message = { from: "1001", voice: { bytes, transcription: "buy milk" } };

test.each(["wechat", "wecom", "dingtalk"] as const)("%s hears the words", (platform) => {
  expect(placeTranscription(platform, message)).toBe(message);
});

test("Telegram has them as the caption, unless the person has written another", () => {
  expect(placeTranscription("telegram", message)).toEqual({
    from: "1001",
    voice: { bytes },
    caption: "buy milk",
  });
  const captioned = { ...message, caption: "for later" };
  expect(placeTranscription("telegram", captioned)).toMatchObject({ caption: "for later" });
});

test("on Feishu there is no way for them, and for nothing no way is needed", () => {
  expect(() => placeTranscription("feishu", message)).toThrow(SimulatorError);
  for (const other of [
    { from: "1", text: "a" },
    { from: "1", voice: { bytes } },
  ]) {
    expect(placeTranscription("feishu", other)).toBe(other);
  }
});
