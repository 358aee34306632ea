// Hides a long host name behind "blob:", whose origin the host's parser reads again; spaces and tabs are ignored there.
// expect: handled
export async function handler() {
  const name = Array.from({ length: 200_000 }, (_, at) =>
    String.fromCharCode(0x4e00 + ((at * 7919) % 20_000)),
  ).join("");
  const shown = ["blob:", "blob:blob:", "BLOB: ", "bl\tob:", " blob:"].filter((start) =>
    URL.canParse(`${start}https://${name}/`),
  );
  return { handled: shown.length === 0 };
}
