// Draws numbers as bars. Nothing can be imported, and no more is needed to write a PNG.
export const meta = {
  slug: "chart",
  name: "Chart",
  description: "“chart 3 5 2” draws three bars",
  icon: "📊",
  category: "utility",
  version: "1.0.0",
  priority: 66,
  triggers: ["chart", "图表"],
  permissions: { hosts: [], media: true },
};

const WIDTH = 360;
const HEIGHT = 180;
const MARGIN = 16;
/** Background, line, bars. */
const PALETTE = [250, 250, 252, 190, 196, 206, 47, 125, 246];

export async function handler({ bot, msg }) {
  const [, list] = /^(?:chart|图表)\s+([\d\s.,]+)$/i.exec(msg.text.trim()) ?? [];
  const values = (list ?? "")
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);
  if (values.length === 0 || values.length > 40 || values.some(Number.isNaN)) {
    return { handled: false };
  }
  await bot.sendTyping(msg.from);
  // As long as a model might think, so that the indicator can be seen.
  await new Promise((resolve) => setTimeout(resolve, 1200));
  await bot.sendImage(msg.from, png(draw(values)));
  return { handled: true };
}

/** One byte for each pixel, and one in front of each row: its filter, which is none. */
function draw(values) {
  const pixels = Buffer.alloc((WIDTH + 1) * HEIGHT);
  const fill = (x, y, width, height, color) => {
    for (let row = y; row < y + height; row += 1) {
      const start = row * (WIDTH + 1) + 1 + x;
      pixels.fill(color, start, start + width);
    }
  };
  const base = HEIGHT - MARGIN;
  const step = (WIDTH - 2 * MARGIN) / values.length;
  const highest = Math.max(...values) || 1;
  for (const [index, value] of values.entries()) {
    const height = Math.round((value / highest) * (base - MARGIN));
    const x = Math.round(MARGIN + index * step + step * 0.15);
    fill(x, base - height, Math.max(1, Math.round(step * 0.7)), height, 2);
  }
  fill(MARGIN, base, WIDTH - 2 * MARGIN, 1, 1);
  return pixels;
}

function png(pixels) {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(WIDTH, 0);
  size.writeUInt32BE(HEIGHT, 4);
  size.set([8, 3, 0, 0, 0], 8); // 8 bits, palette
  const parts = [["IHDR", size], ["PLTE", Buffer.from(PALETTE)], ["IDAT", zlib(pixels)], ["IEND"]];
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    ...parts.map(([type, data]) => chunk(type, data ?? Buffer.alloc(0))),
  ]);
}

function chunk(type, data) {
  const out = Buffer.alloc(data.length + 12);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, "latin1");
  out.set(data, 8);
  out.writeUInt32BE(crc32(out.subarray(4, data.length + 8)), data.length + 8);
  return out;
}

/** A zlib stream of stored blocks: not compressed. */
function zlib(data) {
  const parts = [Buffer.from([0x78, 0x01])];
  for (let start = 0; start < data.length; start += 0xffff) {
    const block = data.subarray(start, start + 0xffff);
    const head = Buffer.alloc(5);
    head[0] = start + block.length === data.length ? 1 : 0;
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(block.length ^ 0xffff, 3);
    parts.push(head, block);
  }
  let a = 1;
  let b = 0;
  for (const byte of data) {
    a = (a + byte) % 65_521;
    b = (b + a) % 65_521;
  }
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(b * 65_536 + a, 0);
  return Buffer.concat([...parts, sum]);
}

function crc32(data) {
  const table = Array.from({ length: 256 }, (_, n) => {
    let value = n;
    for (let bit = 0; bit < 8; bit += 1)
      value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    return value;
  });
  let crc = ~0;
  for (const byte of data) crc = (crc >>> 8) ^ table[(crc ^ byte) & 255];
  return ~crc >>> 0;
}
