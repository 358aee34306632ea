// A reference to a medium, which may have members of any name, with very many and without the needed one.
// expect: handled
// limits: { "cpuMs": 1000 }
export async function handler({ bot }) {
  const sizes = { thumb_width: 1, thumb_height: 1, mid_size: 1 };
  const members = Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`key ${at}`, at]));
  for (const media of [members, { ...members, encrypt_query_param: 5 }, [members]]) {
    const error = await bot.downloadImage({ ...sizes, media }).catch((thrown) => thrown);
    if (error?.code !== "INVALID_ARGUMENT") throw new Error(`rejected with ${error?.code}`);
  }
  return { handled: true };
}
