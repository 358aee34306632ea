import * as wecom from "../../packages/adapter-wecom/test/wecom.ts";
import { post } from "../../packages/adapter-wecom/test/callbacks.ts";
import { answers, isFields, longId, postTo, samplesOf, type OpenTarget } from "./target.ts";

export const openWecom: OpenTarget = async (sink) => {
  const fixture = await wecom.openFixture();
  const adapter = await fixture.started({}, sink);
  /** Another member for each text: a member is shown 30 a minute at most. */
  const memberOf = (words: string): string => {
    const id = `member${words.replaceAll(/\D/g, "")}`;
    fixture.wecom.introduce({ id });
    return id;
  };
  return {
    samples: samplesOf("wecom", "message"),
    renew: (sample, id) => ({ ...sample, MsgId: longId(id) }),
    good: (Content, index) => ({
      ToUserName: fixture.binding.corpId,
      FromUserName: memberOf(Content),
      CreateTime: "1800000000",
      MsgType: "text",
      Content,
      MsgId: `8${index}`,
      AgentID: fixture.binding.agentId,
    }),
    write: (input) => `<xml>${toXml(input)}</xml>`,
    feed: (xml) => postTo(adapter, post(fixture, xml)),
    ...answers(adapter, fixture.wecom, memberOf),
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
};

/** Deeper elements are left out: here is a recursion, and the adapter reads one level. */
const MAX_DEPTH = 100;

/** Elements by the names of fields. Texts are in CDATA, and some bare. */
function toXml(value: unknown, depth = 0): string {
  if (depth > MAX_DEPTH) return "";
  if (Array.isArray(value)) {
    return value
      .slice(0, 20)
      .map((each) => toXml(each, depth + 1))
      .join("");
  }
  if (!isFields(value)) {
    const text = String(value);
    const bare = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    return text.length % 3 === 0 ? bare : `<![CDATA[${text.replaceAll("]]>", "]] >")}]]>`;
  }
  return Object.entries(value)
    .map(([key, each]) => `<${key}>${toXml(each, depth + 1)}</${key}>`)
    .join("");
}
