import { setImmediate as nextTurn } from "node:timers/promises";
import { type ChatPage, createChatPage } from "@botwright/playground";
import { expect, test } from "vitest";

/** The names of the events in each push. */
async function* pushesOf(page: ChatPage): AsyncGenerator<readonly string[]> {
  const response = await page.fetch(new Request("http://127.0.0.1/events"));
  const chunks = response?.body?.pipeThrough(new TextDecoderStream()) ?? [];
  for await (const chunk of chunks) yield chunk.match(/(?<=^event: ).+/gm) ?? [];
}

/** A page over one bot on the real platform, with a reader of its event stream. */
function openStream() {
  let reads = 0;
  const page = createChatPage({
    platforms: [
      {
        platform: "telegram",
        capabilities: {
          get typing() {
            reads += 1;
            return true;
          },
          quotes: true,
          receive: ["text"],
        },
        status: { state: "connecting" },
      },
    ],
  });
  const setState = (state: "connecting" | "connected"): void =>
    page.onEvent("telegram", { type: "status", botDbId: 1, status: { state } });
  return { page, stream: pushesOf(page), reads: (): number => reads, setState };
}

test("all changes of one turn of the event loop are one push", async () => {
  const { page, stream, setState } = openStream();
  expect((await stream.next()).value).toEqual(["page", "platforms"]);
  setState("connected");
  page.notify({ kind: "done", text: "one" });
  page.notify({ kind: "done", text: "two" });
  expect((await stream.next()).value).toEqual(["platforms", "notice", "notice"]);
  page.close();
  expect((await stream.next()).done).toBe(true);
});

test("without a change nothing is read and nothing is pushed", async () => {
  const { page, stream, reads, setState } = openStream();
  await stream.next();
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  const before = reads();
  const push = stream.next();
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(reads()).toBe(before);
  // A change that shows nothing new is no push either.
  setState("connecting");
  setState("connected");
  expect((await push).value).toEqual(["platforms"]);
  await stream.return(undefined);
  page.close();
});
