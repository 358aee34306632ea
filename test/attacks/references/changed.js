// References that are changed in one place, cut, joined, or written in another way.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ bot, config: { references } }) {
  const [own, other] = references;
  const middle = own.length >> 1;
  const changed = [0, 1, middle, own.length - 2].map(
    (at) => own.slice(0, at) + (own[at] === "A" ? "B" : "A") + own.slice(at + 1),
  );
  const joined = [
    own.slice(0, middle) + other.slice(middle),
    other.slice(0, middle) + own.slice(middle),
  ];
  const cut = [own.slice(1), own.slice(0, -1), own.slice(0, middle)];
  const spelled = [` ${own}`, `${own}\n`, `${own}\u0000`, `${own}=`, own.toUpperCase()];
  spelled.push(encodeURIComponent(`${own}/`));
  for (const reference of [...changed, ...joined, ...cut, ...spelled]) {
    const error = await bot.downloadRaw(reference).catch((thrown) => thrown);
    if (error.code !== "INVALID_MEDIA_REFERENCE") throw new Error(JSON.stringify(reference));
  }
  return { handled: true };
}
