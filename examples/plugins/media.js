// Says what it was sent, and sends it back. The platform has downloaded it already.
export const meta = {
  slug: "media",
  name: "Media",
  description: "Answers a picture, video or file with its size and type, and with itself",
  icon: "🖼️",
  category: "utility",
  version: "1.0.0",
  priority: 70,
  permissions: { hosts: [], media: true },
};

/** How some kinds of file begin. */
const SIGNATURES = {
  PNG: [0x89, 0x50, 0x4e, 0x47],
  JPEG: [0xff, 0xd8, 0xff],
  GIF: [0x47, 0x49, 0x46, 0x38],
  RIFF: [0x52, 0x49, 0x46, 0x46],
  Ogg: [0x4f, 0x67, 0x67, 0x53],
  PDF: [0x25, 0x50, 0x44, 0x46],
  ZIP: [0x50, 0x4b, 0x03, 0x04],
  WebM: [0x1a, 0x45, 0xdf, 0xa3],
};

const NAMES = { image: "picture", voice: "voice message", video: "video", file: "file" };

function typeOf(bytes) {
  const types = Object.keys(SIGNATURES);
  const type = types.find((one) => SIGNATURES[one].every((byte, i) => bytes[i] === byte));
  return type === undefined ? "" : `, ${type}`;
}

export async function handler({ bot, msg, mediaBuffer }) {
  if (msg.type === "text") return { handled: false };
  if (mediaBuffer === null) {
    await bot.reply(msg, `The ${NAMES[msg.type]} could not be downloaded.`);
    return { handled: true };
  }
  const heard = msg.type === "voice" && msg.text !== "" ? `\n> ${msg.text}` : "";
  const size = `**${mediaBuffer.length}** bytes${typeOf(mediaBuffer)}`;
  await bot.reply(msg, `Got a ${NAMES[msg.type]}: ${size}${heard}`);
  if (msg.type === "image") await bot.sendImage(msg.from, mediaBuffer);
  if (msg.type === "video") await bot.sendVideo(msg.from, mediaBuffer);
  if (msg.file) await bot.sendFile(msg.from, mediaBuffer, msg.file.file_name);
  return { handled: true };
}
