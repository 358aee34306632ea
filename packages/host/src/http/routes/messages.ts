import { createPace, textPieces } from "@botwright/core";
import { Hono } from "hono";
import type { HostDomains } from "../host-domains.ts";
import { endpoint } from "../endpoint.ts";
import type { EventStreams } from "../event-streams.ts";
import type { HostEnv } from "../host-env.ts";
import { pathId } from "../read-input.ts";
import type { ReadQueue } from "../../queues/read-queues.ts";

/** Options of {@link messageRoutes}. */
interface MessageRoutesOptions extends Pick<HostDomains, "messages" | "messageFeed"> {
  readonly searches: ReadQueue;
  readonly traces: ReadQueue;
  readonly streams: EventStreams;
}

/** The messages of a user's bots; for administrators the messages of all users that were set aside. */
export function messageRoutes(options: MessageRoutesOptions) {
  const { messages, messageFeed, searches, streams, traces } = options;
  return new Hono<HostEnv>()
    .get(
      "/api/messages",
      endpoint({
        summary: "List the messages of my bots, newest first",
        query: "MessageList",
        answer: "Messages",
        errors: ["SEARCHES_BUSY"],
      }),
      async (c) => {
        const { before, limit, ...filter } = c.req.valid("query");
        const { id } = c.var.principal;
        const list = () => messages.list(id, filter, { before, limit });
        const isSearch = filter.text !== undefined || filter.plugin !== undefined;
        const { items, next } = await (isSearch ? searches.run(id, list) : list());
        return c.json({ items: [...items], next });
      },
    )
    .get(
      "/api/messages/live",
      endpoint({
        summary: "Follow the messages of my bots: the newest, and then each that is new or changes",
        answer: "MessageEvents",
        type: "text/event-stream",
        errors: ["STREAM_LIMIT"],
      }),
      async (c) => streams.send(c, (signal) => messageFeed.watch(c.var.principal.id, signal)),
    )
    .get(
      "/api/messages/:id/trace",
      endpoint({
        summary: "Show what happened at a message: plugins, host calls, times, credits, errors",
        answer: "MessageTrace",
        errors: ["MESSAGE_NOT_FOUND", "SEARCHES_BUSY"],
      }),
      async (c) => {
        const { id } = c.var.principal;
        return traces.run(id, async () => c.json(await messages.trace(id, pathId(c))));
      },
    )
    .get(
      "/api/messages/:id/record",
      endpoint({
        summary: "Download one plugin's run at a message, for botwright replay; it has no secrets",
        query: "RunOfMessage",
        answer: "RecordedRun",
        errors: ["MESSAGE_NOT_FOUND", "RUN_NOT_RECORDED", "SEARCHES_BUSY"],
      }),
      async (c) => {
        const { plugin } = c.req.valid("query");
        const { id } = c.var.principal;
        const text = await traces.run(id, () => messages.record(id, pathId(c), plugin));
        const name = `${plugin.replaceAll(/[^a-z0-9-]/g, "")}-${pathId(c)}.json`;
        const pieces = ReadableStream.from(inTurns(text));
        return c.body(pieces.pipeThrough(new TextEncoderStream()), 200, {
          "Content-Type": "application/json",
          "Content-Disposition": `attachment; filename="${name}"`,
        });
      },
    )
    .post(
      "/api/messages/:id/retry",
      endpoint({
        summary: "Handle a message again that was set aside, before those that wait in its chat",
        answer: "Message",
        errors: ["MESSAGE_NOT_FOUND", "MESSAGE_NOT_SET_ASIDE"],
      }),
      async (c) => c.json(await messages.retry(c.var.principal.id, pathId(c))),
    )
    .get(
      "/api/admin/messages/set-aside",
      endpoint({
        summary: "List the messages of all users that were set aside, without their texts",
        audience: "admin",
        query: "SetAsideList",
        answer: "SetAsideMessages",
      }),
      async (c) => c.json(await messages.admin.setAside(c.req.valid("query"))),
    )
    .get(
      "/api/admin/messages/:id/trace",
      endpoint({
        summary: "Show what happened at a message that was set aside; the look is logged",
        audience: "admin",
        answer: "MessageTrace",
        errors: ["MESSAGE_NOT_FOUND", "SEARCHES_BUSY"],
      }),
      async (c) => {
        const { id } = c.var.principal;
        return traces.run(id, async () => c.json(await messages.admin.trace(id, pathId(c))));
      },
    )
    .post(
      "/api/admin/messages/:id/retry",
      endpoint({
        summary: "Handle a message of any user again that was set aside",
        audience: "admin",
        answer: "SetAsideMessage",
        errors: ["MESSAGE_NOT_FOUND", "MESSAGE_NOT_SET_ASIDE"],
      }),
      async (c) => c.json(await messages.admin.retry(c.var.principal.id, pathId(c))),
    );
}

/** Yields a text in pieces, and lets the event loop run in between: a record of many megabytes is encoded and sent. */
async function* inTurns(text: string): AsyncGenerator<string, void, undefined> {
  const pace = createPace();
  for (const piece of textPieces(text)) {
    yield piece;
    await pace(piece.length);
  }
}
