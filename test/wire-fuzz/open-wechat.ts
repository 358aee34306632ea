import * as wechat from "../../packages/adapter-wechat/test/wechat.ts";
import { tap } from "../../packages/adapter-wechat/test/wiretap.ts";
import { answers, longId, readJson, samplesOf, type OpenTarget } from "./target.ts";

/** By long poll, through a server that has other answers than the simulator. */
export const openWechat: OpenTarget = async (sink) => {
  const fixture = await wechat.openFixture();
  const { wechat: simulator } = fixture;
  /** What the next polls are answered with. */
  const waiting: string[] = [];
  /** Called when a poll comes for which nothing waits: all before it has been read. */
  const drained = new Set<() => void>();
  const server = await tap(simulator.baseUrl, ({ call }) => {
    if (call !== "getupdates") return undefined;
    const body = nextAnswer(waiting);
    if (body !== undefined) {
      return new Response(body, { headers: { "content-type": "application/json" } });
    }
    for (const resolve of drained) resolve();
    drained.clear();
    return undefined;
  });
  const adapter = await fixture.started(
    { apiBase: server.url, credentials: { ...fixture.session, baseUrl: server.url } },
    sink,
  );
  return {
    samples: samplesOf("wechat", "message"),
    renew: (sample, id) => ({ ...sample, message_id: longId(id) }),
    good: (text, index) => ({
      message_id: `8${index}`,
      from_user_id: wechat.USER,
      message_type: 1,
      message_state: 2,
      context_token: "Y29udGV4dA==",
      create_time_ms: Date.now(),
      item_list: [{ type: 1, text_item: { text } }],
    }),
    write: (input) => JSON.stringify(input),
    async feed(text) {
      const { promise, resolve } = Promise.withResolvers<void>();
      drained.add(resolve);
      waiting.push(text);
      // The poll that is held ends with a message of the simulator's own.
      if (waiting.length === 1) await simulator.say({ from: wechat.USER, text: "go on" });
      await promise;
    },
    ...answers(adapter, simulator, () => wechat.USER),
    async [Symbol.asyncDispose]() {
      await fixture[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
};

/** Takes up to 20 messages for one answer; what is no JSON comes alone, as an answer. */
function nextAnswer(waiting: string[]): string | undefined {
  const [first] = waiting;
  if (first === undefined) return undefined;
  if (readJson(first) === undefined) return waiting.shift();
  const end = waiting.slice(0, 20).findIndex((text) => readJson(text) === undefined);
  const messages = waiting.splice(0, end === -1 ? 20 : end);
  return `{"ret":0,"msgs":[${messages.join(",")}]}`;
}
