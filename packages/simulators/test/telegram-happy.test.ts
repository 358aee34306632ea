import { expect, test } from "vitest";
import { startSimulator } from "@botwright/simulators";

test("a person says hello, the bot polls and answers", async () => {
  await using sim = await startSimulator("telegram");
  const call = async (method: string, body: object): Promise<unknown> => {
    const response = await fetch(`${sim.baseUrl}/bot${sim.credentials.token}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return response.json();
  };
  const polled = call("getUpdates", { timeout: 30 });
  const { id } = await sim.say({ from: "1001", text: "hello" });
  expect(await polled).toEqual({
    ok: true,
    result: [
      {
        update_id: Number(id),
        message: {
          message_id: 1,
          from: {
            id: 1001,
            is_bot: false,
            first_name: "User",
            last_name: "1001",
            language_code: "en",
          },
          chat: { id: 1001, first_name: "User 1001", type: "private" },
          date: expect.any(Number),
          text: "hello",
        },
      },
    ],
  });
  await call("sendMessage", { chat_id: 1001, text: "hi" });
  expect(sim.sent()).toEqual([{ messageId: "2", to: "1001", type: "text", text: "hi" }]);
});
