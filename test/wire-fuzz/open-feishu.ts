import * as feishu from "../../packages/adapter-feishu/test/feishu.ts";
import {
  answers,
  change,
  isFields,
  postTo,
  readJson,
  samplesOf,
  type Fields,
  type OpenTarget,
} from "./target.ts";

const feishuText = (text: string, id: string | number): Fields => ({
  schema: "2.0",
  header: { event_id: id, event_type: "im.message.receive_v1" },
  event: {
    sender: { sender_id: { open_id: feishu.USER }, sender_type: "user" },
    message: {
      message_id: id,
      create_time: "1800000000000",
      chat_id: "oc_1",
      chat_type: "p2p",
      message_type: "text",
      content: JSON.stringify({ text }),
    },
  },
});

/** By callback, without encryption. */
export const openFeishu: OpenTarget = async (sink) => {
  const fixture = await feishu.openFixture();
  const { feishu: simulator } = fixture;
  const { verificationToken } = simulator.callbackSecrets;
  const adapter = await fixture.started({ callback: { verificationToken } }, sink);
  return {
    samples: samplesOf("feishu", "event"),
    renew: (sample, id) => change(sample, ["event", "message"], { message_id: `om_fuzz${id}` }),
    good: (text, index) => feishuText(text, `om_good${index}`),
    write: (input) =>
      JSON.stringify(
        isFields(input) ? change(input, ["header"], { token: verificationToken }) : input,
      ),
    feed: (body) => postTo(adapter, new Request("http://localhost/hook", { method: "POST", body })),
    ...answers(adapter, simulator, () => feishu.USER),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
};

/** By long connection: the simulator sends messages of any type with any content. */
export const openFeishuSocket: OpenTarget = async (sink) => {
  const fixture = await feishu.openFixture();
  const { feishu: simulator } = fixture;
  const adapter = await fixture.started({}, sink);
  return {
    keepsInputs: true,
    samples: samplesOf("feishu", "event"),
    renew: (sample) => sample,
    good: feishuText,
    write: (input) => JSON.stringify(input),
    async feed(text) {
      const input = readJson(text);
      const event = isFields(input) && isFields(input["event"]) ? input["event"] : {};
      const { message_type: type, content } = isFields(event["message"]) ? event["message"] : {};
      if (typeof type !== "string" || typeof content !== "string") return;
      await simulator.push({ from: feishu.USER, type, content });
    },
    ...answers(adapter, simulator, () => feishu.USER),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
};
