// Says what kind of picture it was sent, and how large. The platform has downloaded it already.
export const meta = {
  slug: "image-info",
  name: "Image info",
  description: "Answers a picture with its size and type",
  icon: "🖼️",
  category: "utility",
  version: "1.0.0",
  priority: 70,
  permissions: { hosts: [], media: true },
};

const SIGNATURES = {
  PNG: [0x89, 0x50, 0x4e, 0x47],
  JPEG: [0xff, 0xd8, 0xff],
  GIF: [0x47, 0x49, 0x46, 0x38],
  WebP: [0x52, 0x49, 0x46, 0x46],
  BMP: [0x42, 0x4d],
};

function typeOf(bytes) {
  const types = Object.keys(SIGNATURES);
  return types.find((type) => SIGNATURES[type].every((byte, i) => bytes[i] === byte)) ?? "unknown";
}

export async function handler({ bot, msg, mediaBuffer }) {
  if (msg.type !== "image") return { handled: false };
  if (mediaBuffer === null) {
    await bot.reply(msg, "The picture could not be downloaded.");
  } else {
    await bot.reply(
      msg,
      `| bytes | type |\n|---|---|\n| ${mediaBuffer.length} | ${typeOf(mediaBuffer)} |`,
    );
  }
  return { handled: true };
}
