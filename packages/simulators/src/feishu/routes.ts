import { BodyError, type Form } from "../http.ts";
import type { StoredFile } from "./chats.ts";
import { findUser } from "./contact.ts";
import { createMessage, getMessage, replyToMessage } from "./im.ts";
import { findResource, uploadFile, uploadImage } from "./media.ts";
import { addReaction, listReactions, removeReaction } from "./reactions.ts";
import type { FeishuState } from "./state.ts";
import { bad } from "./wire.ts";

/** The input of a call. */
interface Call {
  readonly state: FeishuState;
  /** The ids in the path. */
  readonly ids: readonly string[];
  readonly query: URLSearchParams;
  readonly form: Form;
}

/** What a call answers: the envelope's `data`, fields beside `code`, or a file. */
export type Outcome =
  | { readonly data: object; readonly msg?: string }
  | { readonly flat: object }
  | { readonly file: StoredFile };

/** A call that needs an access token. */
export interface Route {
  /** By which faults name it. */
  readonly name: string;
  readonly verb: string;
  readonly path: RegExp;
  /** The only fields and parts that its body may have. */
  readonly body: readonly string[];
  /** A form with a file, instead of JSON. */
  readonly isUpload: boolean;
  readonly run: (call: Call) => Outcome;
}

const route = (
  name: string,
  verb: string,
  path: RegExp,
  run: Route["run"],
  body: readonly string[] = [],
): Route => ({ name, verb, path, body, isUpload: name.startsWith("upload"), run });

const SENT = ["msg_type", "content", "uuid"];

const MESSAGES = "^/im/v1/messages";

/** Every call that exists, below `/open-apis`. */
export const ROUTES: readonly Route[] = [
  route(
    "send",
    "POST",
    new RegExp(`${MESSAGES}$`),
    ({ state, query, form }) => ({ data: createMessage(state, query, form.fields) }),
    ["receive_id", ...SENT],
  ),
  route(
    "reply",
    "POST",
    new RegExp(`${MESSAGES}/([^/]+)/reply$`),
    ({ state, ids, form }) => ({ data: replyToMessage(state, ids[0] ?? "", form.fields) }),
    ["reply_in_thread", ...SENT],
  ),
  route("get", "GET", new RegExp(`${MESSAGES}/([^/]+)$`), ({ state, ids }) => ({
    data: getMessage(state, ids[0] ?? ""),
  })),
  route("download", "GET", new RegExp(`${MESSAGES}/([^/]+)/resources/([^/]+)$`), (call) => ({
    file: findResource(call.state, call.ids[0] ?? "", call.ids[1] ?? "", call.query),
  })),
  route(
    "uploadimage",
    "POST",
    /^\/im\/v1\/images$/,
    ({ state, form }) => ({ data: uploadImage(state, form) }),
    ["image_type", "image"],
  ),
  route(
    "uploadfile",
    "POST",
    /^\/im\/v1\/files$/,
    ({ state, form }) => ({ data: uploadFile(state, form) }),
    ["file_type", "file_name", "duration", "file"],
  ),
  route(
    "react",
    "POST",
    new RegExp(`${MESSAGES}/([^/]+)/reactions$`),
    ({ state, ids, form }) => ({ data: addReaction(state, ids[0] ?? "", form.fields) }),
    ["reaction_type"],
  ),
  route("reactions", "GET", new RegExp(`${MESSAGES}/([^/]+)/reactions$`), (call) => ({
    data: listReactions(call.state, call.ids[0] ?? "", call.query),
  })),
  route(
    "unreact",
    "DELETE",
    new RegExp(`${MESSAGES}/([^/]+)/reactions/([^/]+)$`),
    ({ state, ids }) => ({ data: removeReaction(state, ids[0] ?? "", ids[1] ?? "") }),
  ),
  route("contact", "GET", /^\/contact\/v3\/users\/([^/]+)$/, ({ state, ids, query }) => ({
    data: { user: findUser(state, query.get("user_id_type") ?? "open_id", ids[0] ?? "") },
  })),
  route("bot", "GET", /^\/bot\/v3\/info$/, ({ state }) => ({
    flat: {
      bot: {
        activate_status: 2,
        app_name: state.bot.name,
        avatar_url: "",
        ip_white_list: [],
        open_id: state.bot.openId,
      },
    },
  })),
];

/**
 * Checks that a body is of the call's content type and has no other fields than the call knows.
 *
 * @throws BodyError, FeishuError
 */
export function checkBody(contentType: string, form: Form, called?: Route): void {
  const keys = [...Object.keys(form.fields), ...form.files.keys()];
  const wanted = called?.isUpload === true ? "multipart/form-data" : "application/json";
  if (keys.length > 0 && !contentType.toLowerCase().startsWith(wanted)) {
    throw new BodyError(400, `Content-Type must be ${wanted}`);
  }
  const unknown = called && keys.find((key) => !called.body.includes(key));
  if (unknown !== undefined) throw bad(`There is no field ${unknown}`);
}
