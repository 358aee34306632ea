import { createHmac } from "node:crypto";
import * as dingtalk from "../../packages/adapter-dingtalk/test/dingtalk.ts";
import {
  answers,
  isFields,
  postTo,
  readJson,
  samplesOf,
  type OpenTarget,
  type Target,
} from "./target.ts";

const dingtalkBodies: Pick<Target, "samples" | "renew" | "good" | "write"> = {
  samples: samplesOf("dingtalk", "body"),
  renew: (sample, id) => ({ ...sample, msgId: `msgFuzz${id}==` }),
  good: (content, index) => ({
    msgId: `msgGood${index}==`,
    msgtype: "text",
    text: { content },
    conversationType: "1",
    senderStaffId: dingtalk.USER,
    createAt: Date.now(),
  }),
  write: (input) => JSON.stringify(input),
};

export const openDingtalkHttp: OpenTarget = async (sink) => {
  const fixture = await dingtalk.openFixture();
  fixture.dingtalk.introduce({ id: dingtalk.USER, name: "Ann" });
  const adapter = await fixture.started({ callback: {} }, sink);
  const { app_secret: secret } = fixture.dingtalk.credentials;
  return {
    ...dingtalkBodies,
    feed(body) {
      const timestamp = String(Date.now());
      const sign = createHmac("sha256", secret).update(`${timestamp}\n${secret}`).digest("base64");
      const headers = { timestamp, sign };
      return postTo(adapter, new Request("http://localhost/", { method: "POST", headers, body }));
    },
    ...answers(adapter, fixture.dingtalk, () => dingtalk.USER),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
};

/** The simulator pushes a body with any fields. */
export const openDingtalkStream: OpenTarget = async (sink) => {
  const fixture = await dingtalk.openFixture();
  const { dingtalk: simulator } = fixture;
  simulator.introduce({ id: dingtalk.USER, name: "Ann" });
  const adapter = await fixture.started({}, sink);
  return {
    ...dingtalkBodies,
    keepsInputs: true,
    async feed(text) {
      const fields = readJson(text);
      if (isFields(fields)) await simulator.push({ from: dingtalk.USER, fields });
    },
    ...answers(adapter, simulator, () => dingtalk.USER),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
};
