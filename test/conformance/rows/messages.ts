import { inSection, type Row } from "./row.ts";

/** What a handler is called with, and what it gives back. */
export const messageRows: readonly Row[] = [
  ...inSection("Incoming message", {
    "message.type": "`type` is text, image, voice, file or video.",
    "message.text": "`text` is what was written, and of a voice message its transcription.",
    "message.text-with-quote":
      "`textWithQuote` is `[引用: <quoted text>]`, a new line and the text, if a message was quoted.",
    "message.from": "`from` is the sender's id.",
    "message.to": "`to` is the bot's id.",
    "message.timestamp": "`timestamp` is in milliseconds.",
    "message.context-token": "`contextToken` is what an answer goes out by.",
    "message.message-id": "`messageId` is a number.",
    "message.image": "`image` has thumb_width, thumb_height, mid_size and media.",
    "message.voice": "`voice` has playtime in milliseconds, text and media.",
    "message.file": "`file` has file_name, len in bytes, md5 and media.",
    "message.video": "`video` has play_length, video_size, thumb_width, thumb_height and media.",
    "message.quoted-message":
      "`quotedMessage` has the sender's name, the item and `<sender> | <quoted text>`.",
    "message.raw": "`raw` is the platform's own message.",
  }),
  ...inSection("Handler context", {
    "context.names": "A handler is called with the names of the specification.",
    "context.config": "`config` has what the user has set, by the keys of the schema.",
    "context.ids": "`botDbId` and `userId` are numbers.",
    "context.storage": "`storage` is the plugin's and the user's.",
    "context.media-buffer": "`mediaBuffer` is a Buffer with the medium, or null.",
    "context.quoted-message": "`quotedMessage` is the message's, or null.",
    "context.message-id": "`messageId` is the message's number.",
    "context.pool": "`pool` is there for built-in plugins only.",
    "context.handled": "A handler returns `{ handled: boolean }`.",
  }),
];
