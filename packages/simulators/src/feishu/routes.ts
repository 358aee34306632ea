import { BodyError, type Form } from "../http/http.ts";
import type { StoredFile } from "./chats.ts";
import { findUser } from "./contact.ts";
import { getChat } from "./im/chats.ts";
import { editMessage, patchCard, recallMessage } from "./im/edit.ts";
import { createMessage, getMessage, getMessages, replyToMessage } from "./im/messages.ts";
import { findResource, uploadFile, uploadImage } from "./im/media.ts";
import { addReaction, listReactions, removeReaction } from "./im/reactions.ts";
import type { FeishuState } from "./state.ts";

/** The input of a call. */
interface Call {
  readonly state: FeishuState;
  /** The ids in the path. */
  readonly ids: readonly string[];
  readonly query: URLSearchParams;
  readonly form: Form;
}

/** The answer of a call: the `data` of the envelope, fields next to `code`, or a file. */
export type Outcome =
  | { readonly data: object; readonly msg?: string }
  | { readonly flat: object }
  | { readonly file: StoredFile };

/** A call that needs an access token. */
export interface Route {
  /** The name by which faults refer to the call. */
  readonly name: string;
  readonly verb: string;
  readonly path: RegExp;
  /** Whether the body is a form with a file instead of JSON. */
  readonly isUpload: boolean;
  readonly run: (call: Call) => Outcome;
}

const route = (name: string, verb: string, path: RegExp, run: Route["run"]): Route => ({
  name,
  verb,
  path,
  isUpload: name.startsWith("upload"),
  run,
});

const MESSAGES = "^/im/v1/messages";

/** All calls below `/open-apis`. */
export const ROUTES: readonly Route[] = [
  route("send", "POST", new RegExp(`${MESSAGES}$`), ({ state, query, form }) => ({
    data: createMessage(state, query, form.fields),
  })),
  route("reply", "POST", new RegExp(`${MESSAGES}/([^/]+)/reply$`), ({ state, ids, form }) => ({
    data: replyToMessage(state, ids[0] ?? "", form.fields),
  })),
  // Precedes "get", whose pattern would match this path too.
  route("mget", "GET", new RegExp(`${MESSAGES}/mget$`), ({ state, query }) => ({
    data: getMessages(state, query.getAll("message_ids")),
  })),
  route("edit", "PUT", new RegExp(`${MESSAGES}/([^/]+)$`), ({ state, ids, form }) => ({
    data: editMessage(state, ids[0] ?? "", form.fields),
  })),
  route("patch", "PATCH", new RegExp(`${MESSAGES}/([^/]+)$`), ({ state, ids, form }) => ({
    data: patchCard(state, ids[0] ?? "", form.fields),
  })),
  route("recall", "DELETE", new RegExp(`${MESSAGES}/([^/]+)$`), ({ state, ids }) => ({
    data: recallMessage(state, ids[0] ?? ""),
  })),
  route("get", "GET", new RegExp(`${MESSAGES}/([^/]+)$`), ({ state, ids }) => ({
    data: getMessage(state, ids[0] ?? ""),
  })),
  route("download", "GET", new RegExp(`${MESSAGES}/([^/]+)/resources/([^/]+)$`), (call) => ({
    file: findResource(call.state, call.ids[0] ?? "", call.ids[1] ?? "", call.query),
  })),
  route("uploadimage", "POST", /^\/im\/v1\/images$/, ({ state, form }) => ({
    data: uploadImage(state, form),
  })),
  route("uploadfile", "POST", /^\/im\/v1\/files$/, ({ state, form }) => ({
    data: uploadFile(state, form),
  })),
  route("react", "POST", new RegExp(`${MESSAGES}/([^/]+)/reactions$`), ({ state, ids, form }) => ({
    data: addReaction(state, ids[0] ?? "", form.fields),
  })),
  route("reactions", "GET", new RegExp(`${MESSAGES}/([^/]+)/reactions$`), (call) => ({
    data: listReactions(call.state, call.ids[0] ?? "", call.query),
  })),
  route(
    "unreact",
    "DELETE",
    new RegExp(`${MESSAGES}/([^/]+)/reactions/([^/]+)$`),
    ({ state, ids }) => ({ data: removeReaction(state, ids[0] ?? "", ids[1] ?? "") }),
  ),
  // Lists the groups of the bot; private chats are not listed.
  route("chats", "GET", /^\/im\/v1\/chats$/, () => ({
    data: { items: [], has_more: false, page_token: "" },
  })),
  route("chat", "GET", /^\/im\/v1\/chats\/([^/]+)$/, ({ state, ids }) => ({
    data: getChat(state, ids[0] ?? ""),
  })),
  route("contact", "GET", /^\/contact\/v3\/users\/([^/]+)$/, ({ state, ids, query }) => ({
    data: { user: findUser(state, query.get("user_id_type") ?? "open_id", ids[0] ?? "") },
  })),
  route("ping", "POST", /^\/bot\/v1\/openclaw_bot\/ping$/, ({ state, form }) => ({
    data: form.fields["needBotInfo"] === true ? { pingBotInfo: pingInfo(state) } : {},
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

/** The answer to the ping of the official plugin. */
function pingInfo({ bot }: FeishuState): object {
  return { botID: bot.openId, botName: bot.name };
}

/**
 * Checks that a body has the call's content type. Unknown fields are ignored,
 * as on the platform.
 *
 * @throws BodyError
 */
export function checkBody(contentType: string, form: Form, called?: Route): void {
  const keys = [...Object.keys(form.fields), ...form.files.keys()];
  const wanted = called?.isUpload === true ? "multipart/form-data" : "application/json";
  if (keys.length > 0 && !contentType.toLowerCase().startsWith(wanted)) {
    throw new BodyError(400, `Content-Type must be ${wanted}`);
  }
}
