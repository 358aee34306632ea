import type { IncomingMessage, ServerResponse } from "node:http";
import { answerFile } from "../faults/inject-fault.ts";
import { isRecord, readBody } from "../http/http.ts";
import { parseMultipart, type Upload } from "../http/multipart.ts";
import type { OpenRecord } from "../api/request-log.ts";
import { WireError } from "./answer.ts";
import { DOWNLOAD_LIMIT, dispositionOf } from "./methods/media.ts";
import { sendMessage } from "./methods/send.ts";
import type { WecomState } from "./state.ts";
import type { WecomAnswer } from "./wire.ts";

/** One call, before its body is read. */
interface Call {
  readonly query: URLSearchParams;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly record: OpenRecord;
}

/** Answers a call; returns its JSON, or `undefined` when it has sent a file. */
type Method = (state: WecomState, call: Call) => Promise<WecomAnswer | undefined>;

/** Larger than every accepted upload, so that a larger one gets its errcode; in bytes. */
const MAX_BODY = 64 << 20;

/** A method of the API. */
interface ApiMethod {
  /** The HTTP verbs that it accepts. */
  readonly verbs: readonly string[];
  readonly run: Method;
}

/** The methods by their paths below `/cgi-bin/`. */
export const methods: ReadonlyMap<string, ApiMethod> = new Map([
  ["gettoken", { verbs: ["GET", "POST"], run: getToken }],
  ["agent/get", { verbs: ["GET"], run: getAgent }],
  ["user/get", { verbs: ["GET"], run: getUser }],
  ["message/send", { verbs: ["POST"], run: send }],
  ["media/upload", { verbs: ["POST"], run: upload }],
  ["media/get", { verbs: ["GET"], run: download }],
]);

/** Documented with GET; POST works too, with the parameters in the URL or in the body. */
async function getToken(state: WecomState, { query, request }: Call): Promise<WecomAnswer> {
  const body = request.method === "POST" ? await readBody(request, MAX_BODY) : Buffer.alloc(0);
  const form = readFields(body.toString());
  const corp = query.get("corpid") ?? form.get("corpid") ?? "";
  const secret = query.get("corpsecret") ?? form.get("corpsecret") ?? "";
  if (corp === "") throw new WireError(41002);
  if (secret === "") throw new WireError(41004);
  if (corp !== state.credentials.corp_id) throw new WireError(40013);
  if (secret !== state.credentials.secret || state.faults["revoked-credentials"].take("gettoken")) {
    throw new WireError(40001);
  }
  return state.tokens.issue();
}

/** The fields of a body in JSON, whatever its content type, otherwise of a form. */
function readFields(body: string): URLSearchParams {
  const json = Object.entries(readParams(body));
  if (json.length === 0) return new URLSearchParams(body);
  return new URLSearchParams(json.map(([name, value]): [string, string] => [name, String(value)]));
}

async function getAgent(state: WecomState, { query }: Call): Promise<WecomAnswer> {
  const agent = query.get("agentid") ?? "";
  if (agent === "") throw new WireError(41011);
  if (!/^\d+$/.test(agent)) throw new WireError(40056);
  if (agent !== state.credentials.agent_id) throw new WireError(301002);
  return {
    agentid: Number(agent),
    name: "Simulated application",
    square_logo_url: "",
    description: "",
    allow_userinfos: { user: [] },
    close: 0,
  };
}

async function getUser(state: WecomState, { query }: Call): Promise<WecomAnswer> {
  const member = state.members.find(query.get("userid") ?? "");
  if (member === undefined) throw new WireError(60111);
  return { userid: member.id, name: member.name, avatar: "" };
}

async function send(state: WecomState, { request, record }: Call): Promise<WecomAnswer> {
  const body = await readBody(request, MAX_BODY);
  record.params = { ...record.params, ...readParams(body.toString()) };
  return sendMessage(state, request.headers["content-type"] ?? "", body);
}

function readParams(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}

async function upload(state: WecomState, { query, request, record }: Call): Promise<WecomAnswer> {
  const body = await readBody(request, MAX_BODY);
  let part: Upload | undefined;
  try {
    const { files } = await parseMultipart(body, request.headers["content-type"] ?? "");
    part = files.get("media");
    record.files = [...files.keys()];
  } catch {
    throw new WireError(44001);
  }
  checkFilelength(body, part);
  return state.media.upload(query.get("type") ?? "", part);
}

/** Checks `filelength`, which not all clients send. @throws WireError when it differs from the part's length */
function checkFilelength(body: Buffer, part: Upload | undefined): void {
  const head = body.subarray(0, body.indexOf("\r\n\r\n")).toString("latin1");
  const said = /;\s*filelength="?(\d+)/i.exec(head)?.[1];
  if (part !== undefined && said !== undefined && Number(said) !== part.bytes.length) {
    throw new WireError(40006);
  }
}

async function download(
  state: WecomState,
  { query, request, response }: Call,
): Promise<WecomAnswer | undefined> {
  const id = query.get("media_id") ?? "";
  const media = state.media.get(id);
  if (state.faults["missing-file"].take("media/get")) throw new WireError(40007);
  const { bytes } = media;
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
  const start = Number(range?.[1] ?? 0);
  const end = Math.min(Number(range?.[2] || Infinity) + 1, bytes.length);
  if (end - start > DOWNLOAD_LIMIT || start > end) throw new WireError(830002);
  const part = bytes.subarray(start, end);
  answerFile(response, part, {
    status: range === null ? 200 : 206,
    headers: {
      "Content-Type": media.mime,
      "Content-disposition": dispositionOf(id, media),
      ...(range !== null && { "Content-Range": `bytes ${start}-${end - 1}/${bytes.length}` }),
    },
    isLost: state.faults["lost-reply"].take("media/get") !== undefined,
  });
  return undefined;
}

/** Answers at the second URL of a picture, which is outside the API and needs no token. */
export function answerPicture(state: WecomState, path: string, response: ServerResponse): void {
  const picture = state.media.picture(path);
  if (picture === undefined || state.faults["missing-file"].take("wwpic") !== undefined) {
    response.writeHead(404).end();
    return;
  }
  const headers = { "Content-Type": picture.mime };
  answerFile(response, picture.bytes, { headers, isLost: false });
}
