import type { MessageIds } from "../simulator.ts";
import type { MediaInput, MediaType, UserMessage } from "../message/user-message.ts";
import type { WecomState } from "./state.ts";
import type { WecomFields } from "./wire.ts";

/** A message of any kind. */
export interface WecomPush {
  /** The member's UserID. */
  readonly from: string;
  /** For example `location`, `link` or `event`. */
  readonly msgType: string;
  /** The fields of the kind, by the platform's names; they can also replace the common fields. */
  readonly fields?: WecomFields;
}

/** Writes to the app as a member; pictures are also available below `baseUrl`. */
export function say(state: WecomState, message: UserMessage, baseUrl: string): MessageIds {
  const { from } = message;
  if ("text" in message) {
    return push(state, { from, msgType: "text", fields: { Content: message.text } });
  }
  if ("image" in message) {
    const MediaId = keep(state, "image", message.image);
    const PicUrl = `${baseUrl}${state.media.publish(MediaId)}`;
    return push(state, { from, msgType: "image", fields: { PicUrl, MediaId } });
  }
  if ("voice" in message) {
    const { transcription } = message.voice;
    const fields = {
      MediaId: keep(state, "voice", message.voice),
      Format: "amr",
      ...(transcription !== undefined && { Recognition: transcription }),
    };
    return push(state, { from, msgType: "voice", fields });
  }
  if ("video" in message) {
    const MediaId = keep(state, "video", message.video);
    const ThumbMediaId = state.media.add("image", Buffer.from("\xff\xd8\xff thumbnail", "latin1"));
    return push(state, { from, msgType: "video", fields: { MediaId, ThumbMediaId } });
  }
  const { name } = message.file;
  const fields = {
    MediaId: keep(state, "file", message.file),
    ...(name !== undefined && { FileName: name }),
  };
  return push(state, { from, msgType: "file", fields });
}

/** Posts a callback with a message of any kind to the bot. */
export function push(state: WecomState, message: WecomPush): MessageIds {
  const { msgType, fields = {} } = message;
  const from = msgType === "event" ? message.from : state.members.person(message.from).id;
  const id = msgType === "event" ? undefined : state.nextMessageId();
  const { corp_id: corp, agent_id: agent } = state.credentials;
  state.callbacks.add(from, {
    ToUserName: corp,
    FromUserName: from,
    CreateTime: Math.floor(state.now() / 1000),
    MsgType: msgType,
    ...(id !== undefined && { MsgId: id }),
    AgentID: Number(agent),
    ...fields,
  });
  const text = String(fields["MsgId"] ?? id ?? "");
  return { id: text, messageId: text };
}

function keep(state: WecomState, type: MediaType, { bytes, name, mime }: MediaInput): string {
  return state.media.add(type, bytes, name, mime);
}
