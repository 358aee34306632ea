import { randomUUID } from "node:crypto";
import { isRecord } from "../../http/http.ts";
import type { SentMessage } from "../../simulator.ts";
import type { UploadedFile } from "../files.ts";
import { rememberMessage } from "../quotes.ts";
import type { DingtalkState } from "../state.ts";
import { ApiError, type DingtalkObject } from "../wire.ts";

const MAX_USERS = 20;
const MAX_PARAM_BYTES = 15_000;

/** The parameters of each kind; all are required, and all are strings. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  sampleText: ["content"],
  sampleMarkdown: ["title", "text"],
  sampleImageMsg: ["photoURL"],
  sampleAudio: ["mediaId", "duration"],
  sampleFile: ["mediaId", "fileName", "fileType"],
  sampleVideo: ["duration", "videoMediaId", "videoType", "picMediaId"],
  sampleLink: ["text", "title", "picUrl", "messageUrl"],
  sampleActionCard: ["title", "text", "singleTitle", "singleURL"],
  sampleActionCard2: buttonCard(2),
  sampleActionCard3: buttonCard(3),
  sampleActionCard4: buttonCard(4),
  sampleActionCard5: buttonCard(5),
  // Two buttons side by side; the other cards have them one below the other.
  sampleActionCard6: "title text buttonTitle1 buttonUrl1 buttonTitle2 buttonUrl2".split(" "),
};

/**
 * Sends one message to up to 20 people. Lists in the answer name the people who cannot get it.
 *
 * @throws ApiError for a request that is not as documented
 */
export function batchSend(state: DingtalkState, fields: DingtalkObject): DingtalkObject {
  const users = usersOf(fields["userIds"]);
  const content = contentOf(state, fields["msgKey"], fields["msgParam"]);
  const lists = { invalid: [] as string[], limited: [] as string[] };
  const processQueryKey = randomUUID();
  const reached: string[] = [];
  for (const user of users) {
    const isInvalid = state.faults["refused-user"].take("batchsend", (one) => one.user === user);
    if (isInvalid !== undefined || !state.people.has(user)) lists.invalid.push(user);
    else if (state.faults["rate-limit"].take("batchsend")) lists.limited.push(user);
    else {
      reached.push(user);
      state.sent.add({ ...content, messageId: processQueryKey, to: user });
      if (content.text !== undefined) {
        rememberMessage(state, { text: content.text, chat: user, processQueryKey });
      }
    }
  }
  state.delivered.set(processQueryKey, {
    at: state.now(),
    users: reached,
    readAt: new Map(),
    isRecalled: false,
  });
  return {
    processQueryKey,
    invalidStaffIdList: lists.invalid,
    flowControlledStaffIdList: lists.limited,
  };
}

/** The parameters of a card with this number of buttons. */
function buttonCard(buttons: number): string[] {
  const numbers = Array.from({ length: buttons }, (_, index) => index + 1);
  return ["title", "text", ...numbers.flatMap((n) => [`actionTitle${n}`, `actionURL${n}`])];
}

function usersOf(userIds: unknown): readonly string[] {
  if (!Array.isArray(userIds) || userIds.length === 0) {
    throw wrong("userIds.empty", "userIds is empty");
  }
  if (userIds.length > MAX_USERS) throw wrong("userIds.overMax", "more than 20 userIds");
  const users: unknown[] = userIds;
  return users.map((user) => {
    if (typeof user === "string") return user;
    throw wrong("param.invalid", "a userId is no text");
  });
}

function contentOf(
  state: DingtalkState,
  msgKey: unknown,
  msgParam: unknown,
): Omit<SentMessage, "messageId" | "to"> {
  if (msgKey === undefined || msgKey === "") throw wrong("msgKey.empty", "msgKey is empty");
  const kind = typeof msgKey === "string" && Object.hasOwn(PARAMETERS, msgKey) ? msgKey : "";
  const isRefused = kind === "sampleVideo" && state.faults["video-refused"].take("batchsend");
  if (kind === "" || isRefused) throw wrong("msgKey.invalid", "this msgKey is not known");
  const read = readParameters(state, PARAMETERS[kind] ?? [], msgParam);
  const file = (name: string, type: string): Pick<UploadedFile, "bytes"> & { name: string } => {
    const uploaded = state.files.uploaded(read(name));
    if (uploaded?.type === type) return { bytes: uploaded.bytes, name: uploaded.name ?? "" };
    throw wrong("msgParam.invalid", `msgParam.${name} is no media id of the type ${type}`);
  };
  switch (kind) {
    case "sampleText":
      return { type: "text", text: read("content") };
    case "sampleImageMsg":
      return /^https?:\/\//.test(read("photoURL"))
        ? { type: "image", text: read("photoURL") }
        : { type: "image", ...file("photoURL", "image") };
    case "sampleAudio":
      return { type: "voice", ...file("mediaId", "voice") };
    case "sampleFile":
      return { type: "file", ...file("mediaId", "file"), name: read("fileName") };
    case "sampleVideo":
      file("picMediaId", "image");
      if (read("videoType") !== "mp4") throw wrong("msgParam.invalid", "videoType must be mp4");
      return { type: "video", ...file("videoMediaId", "video") };
    default:
      // Markdown, a link and the cards.
      return { type: "text", text: read("text") };
  }
}

/** Reads the parameters by their names from a JSON text. */
function readParameters(
  { options }: DingtalkState,
  names: readonly string[],
  msgParam: unknown,
): (name: string) => string {
  if (typeof msgParam !== "string" || Buffer.byteLength(msgParam) > MAX_PARAM_BYTES) {
    throw wrong("msgParam.invalid", "msgParam must be JSON as text of at most 15000 bytes");
  }
  let param: unknown;
  try {
    param = JSON.parse(msgParam);
  } catch {
    // Falls through to the refusal.
  }
  if (!isRecord(param)) throw wrong("msgParam.invalid", "msgParam must be a JSON object as text");
  const texts = new Map<string, string>();
  for (const [name, value] of Object.entries(param)) {
    if (options.strictParams === true && !names.includes(name))
      throw wrong("msgParam.invalid", `msgParam.${name} is not known`);
    if (typeof value === "string") texts.set(name, value);
  }
  const read = (name: string): string => {
    const value = texts.get(name) ?? "";
    if (value !== "") return value;
    throw wrong("msgParam.invalid", `msgParam.${name} must be a text`);
  };
  for (const name of names) read(name);
  return read;
}

function wrong(what: string, message: string): ApiError {
  return new ApiError(400, `invalidParameter.${what}`, message);
}
