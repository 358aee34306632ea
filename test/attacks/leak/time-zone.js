// Asks where the host is.
// expect: handled
export async function handler() {
  const summer = new Date(2026, 6, 1);
  const sound = new Date(0).getTimezoneOffset() === 0 && summer.getTimezoneOffset() === 0;
  const text = `${summer} ${summer.toLocaleString()} ${new Date("2026-07-01T00:00").toISOString()}`;
  if (!sound || !text.includes("GMT+0000") || !text.includes("00:00:00.000Z"))
    throw new Error(text);
  return { handled: typeof Intl === "undefined" };
}
