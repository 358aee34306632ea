// Has the host decode megabytes of what is no text in the slowest encodings.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
export async function handler() {
  const bytes = new Uint8Array(4e6).fill(0xff);
  for (;;) {
    for (const label of ["shift_jis", "gb18030", "big5", "euc-jp", "euc-kr", "gbk"]) {
      new TextDecoder(label).decode(bytes, { stream: true });
    }
  }
}
