import { WebSocket } from "ws";
import type { DingtalkSimulator } from "@botwright/simulators";
import { expect, vi } from "vitest";
import { type HookServer, listenForHooks, readJson } from "./hook-server.ts";

/** Waits until the check passes, with patience for a busy machine. */
export function until<T>(check: () => T): Promise<T> {
  return vi.waitFor(check, { interval: 10 });
}

/** What a call was answered, with its HTTP status. */
export type Answer = Record<string, unknown> & { status: number };

/** The calls of a robot without a library, with this token. */
export function callsOf(sim: DingtalkSimulator, token = "") {
  const request = async (method: string, path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(`${sim.baseUrl}${path}`, { method, ...init });
    const answer: Record<string, unknown> = JSON.parse(await response.text());
    return { ...answer, status: response.status };
  };
  const withToken = token !== "" && { "x-acs-dingtalk-access-token": token };
  const post = (path: string, body: unknown, headers = {}): Promise<Answer> =>
    body instanceof FormData
      ? request("POST", path, { body })
      : request("POST", path, {
          headers: { "content-type": "application/json", ...withToken, ...headers },
          body: JSON.stringify(body),
        });
  return {
    token,
    post,
    get: (path: string) => request("GET", path, { headers: { ...withToken } }),
    batchSend: (msgKey: string, param: unknown, more = {}) =>
      post("/v1.0/robot/oToMessages/batchSend", {
        robotCode: sim.credentials.robot_code,
        userIds: ["staff1"],
        msgKey,
        msgParam: JSON.stringify(param),
        ...more,
      }),
    upload: (type: string, name: string, bytes: Uint8Array, inAddress = type): Promise<Answer> => {
      const form = new FormData();
      if (type !== "") form.set("type", type);
      form.set("media", new Blob([new Uint8Array(bytes)]), name);
      const query = new URLSearchParams({ access_token: token });
      if (inAddress !== "") query.set("type", inAddress);
      return post(`/media/upload?${query.toString()}`, form);
    },
  };
}

/** The calls of a robot that has an access token. */
export async function authorized(sim: DingtalkSimulator): Promise<ReturnType<typeof callsOf>> {
  const { app_key: appKey, app_secret: appSecret } = sim.credentials;
  const path = "/v1.0/oauth2/accessToken";
  const { accessToken } = await callsOf(sim).post(path, { appKey, appSecret });
  return callsOf(sim, String(accessToken));
}

/** Pings all sockets now, and waits until each of these pings has been answered: no clock decides. */
export async function pingAll(sim: DingtalkSimulator, times: number): Promise<void> {
  for (let index = 0; index < times; index++) {
    const data = JSON.stringify({ opaque: `ping ${index}` });
    const headers = {
      topic: "ping",
      messageId: `ping-${index}`,
      contentType: "application/json",
    };
    sim.broadcast({ type: "SYSTEM", headers, data });
    await until(() =>
      expect(sim.requests().map(({ params }) => params)).toContainEqual(
        expect.objectContaining({ code: 200, headers: expect.objectContaining(headers), data }),
      ),
    );
  }
}

export const OPEN = "/v1.0/gateway/connections/open";
export const ACCEPT = { accept: "application/json" };

/** What the robot registers at the gateway. */
export function subscription(sim: DingtalkSimulator): Record<string, unknown> {
  const { app_key: clientId, app_secret: clientSecret } = sim.credentials;
  const subscriptions = [{ type: "CALLBACK", topic: "/v1.0/im/bot/messages/get" }];
  return { clientId, clientSecret, subscriptions };
}

/** A frame as the robot gets it. */
interface Frame {
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly data: string;
}

/** An open socket of a robot, which answers nothing by itself. */
export interface RobotSocket {
  readonly socket: WebSocket;
  readonly frames: Frame[];
  /** Answers a frame as documented, by default. */
  readonly answer: (frame: Frame, more?: Record<string, unknown>) => void;
}

/** Opens a socket by a new ticket. */
export async function openSocket(sim: DingtalkSimulator): Promise<RobotSocket> {
  const { endpoint, ticket } = await callsOf(sim).post(OPEN, subscription(sim), ACCEPT);
  const socket = new WebSocket(`${String(endpoint)}?ticket=${encodeURIComponent(String(ticket))}`);
  const frames: Frame[] = [];
  socket.on("message", (data: Buffer) => frames.push(JSON.parse(data.toString())));
  await new Promise((resolve) => socket.once("open", resolve));
  return {
    socket,
    frames,
    answer: ({ headers: { messageId } }, more = {}) => {
      const headers = { contentType: "application/json", messageId };
      const data = '{"response":null}';
      socket.send(JSON.stringify({ code: 200, headers, message: "OK", data, ...more }));
    },
  };
}

/** A robot in HTTP mode that takes everything. */
export function listenForBodies(
  take: (body: Record<string, unknown>) => void,
): Promise<HookServer> {
  return listenForHooks(async (request, response) => {
    take(Object(await readJson(request)));
    response.end("{}");
  });
}

/** A robot in HTTP mode, spoken to once. */
export async function spokenTo(
  sim: DingtalkSimulator,
  message: Parameters<DingtalkSimulator["say"]>[0],
) {
  const bodies: Record<string, unknown>[] = [];
  const hook = await listenForBodies((body) => bodies.push(body));
  sim.setCallback(hook.url);
  await sim.say(message);
  await until(() => expect(bodies).toHaveLength(1));
  const webhook = new URL(String(bodies[0]?.["sessionWebhook"]));
  return {
    content: Object(bodies[0]?.["content"]),
    answer: (body: unknown): Promise<Answer> =>
      callsOf(sim).post(`${webhook.pathname}${webhook.search}`, body),
    [Symbol.asyncDispose]: () => hook[Symbol.asyncDispose](),
  };
}
