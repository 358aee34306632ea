import { startSimulator } from "@botwright/simulators";
import { describe, expect, test } from "vitest";

const PLATFORMS = ["dingtalk", "feishu", "telegram", "wechat", "wecom"] as const;
const bytes = new Uint8Array(9);
const ONE_CONTENT =
  "A message needs one of `text`, `image`, `voice`, `video` and `file`; this one has";
const OF_A_MESSAGE =
  "is unknown; a message has from, text, image, voice, video, file, caption, quote.";

/** Messages that an author of JavaScript may write. */
const WRONG: readonly (readonly [message: unknown, problem: string])[] = [
  [undefined, "A message must be an object, such as { from, text }."],
  [{ from: "1001" }, `${ONE_CONTENT} none.`],
  [{ from: "1001", txt: "a" }, `The field \`txt\` ${OF_A_MESSAGE}`],
  [{ from: "1001", text: "a", qoute: { text: "b" } }, `The field \`qoute\` ${OF_A_MESSAGE}`],
  [
    { from: "1001", image: { bytes, type: "image/png" } },
    "The field `type` is unknown; a file has bytes, name, mime, transcription, playtime.",
  ],
  [{ from: "1001", file: { bytes, name: 5 } }, "`file.name` must be a text."],
  [
    { from: "1001", voice: { bytes, playtime: "2 s" } },
    "`voice.playtime` must be a number of milliseconds.",
  ],
  [
    { from: "1001", text: "a", quote: { text: "b", id: "5" } },
    "The field `id` is unknown; a quote has text, from.",
  ],
  [{ from: "1001", text: "a", image: { bytes } }, `${ONE_CONTENT} text and image.`],
  [{ from: "1001", text: 5 }, "`text` must be a text."],
  [{ from: "1001", text: undefined }, `${ONE_CONTENT} none.`],
  [{ text: "a" }, "`from` must be the sender's id, a text such as 1001."],
  [{ from: 1001, text: "a" }, "`from` must be the sender's id, a text such as 1001."],
  [
    { from: "1001", file: "cat.png" },
    "`file` must be { bytes, name?, mime? }, with the file itself as bytes.",
  ],
  [{ from: "1001", image: { bytes }, caption: 5 }, "`caption` must be a text."],
  [
    { from: "1001", text: "a", quote: "b" },
    "`quote` must be { text, from? }, with the text of the quoted message.",
  ],
  [{ from: "1001", text: "a", quote: { text: "b", from: 5 } }, "`quote.from` must be a text."],
];

describe.each(PLATFORMS)("%s", (platform) => {
  test("refuses a message that no person can send", async () => {
    await using sim = await startSimulator(platform);
    for (const [message, problem] of WRONG) {
      const saying: unknown = Reflect.apply(sim.say.bind(sim), undefined, [message]);
      await expect(saying).rejects.toMatchObject({
        name: "SimulatorError",
        code: "INVALID_INPUT",
        message: problem,
      });
    }
    expect(sim.pending()).toBe(0);
  });
});

const SENDERS = { dingtalk: "staff1", feishu: "ou_1001", wecom: "zhangsan" } as const;

test.each(["dingtalk", "feishu", "wecom"] as const)(
  "%s has no captions, and does not drop the words of one",
  async (platform) => {
    await using sim = await startSimulator(platform);
    const message = { from: SENDERS[platform], image: { bytes }, caption: "look" };
    await expect(sim.say(message)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: "Messages on this platform have no caption: leave `caption` out.",
    });
    expect(sim.pending()).toBe(0);
  },
);

test.each(["feishu", "telegram"] as const)(
  "%s recognises no speech, and does not drop the words of a voice message",
  async (platform) => {
    await using sim = await startSimulator(platform);
    const voice = { bytes, transcription: "buy milk" };
    await expect(sim.say({ from: "1001", voice })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message:
        "Messages on this platform have no transcription: leave `transcription` out, or use placeTranscription.",
    });
    expect(sim.pending()).toBe(0);
  },
);
