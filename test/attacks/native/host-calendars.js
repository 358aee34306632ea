// Has the host format the first and the last dates in calendars that follow moon and sun.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  const calendars = ["chinese", "dangi", "islamic", "hebrew", "persian"];
  for (let day = 0; ; day++) {
    const ms = (day % 2 === 0 ? 1 : -1) * (8.64e15 - day * 8.64e7);
    for (const calendar of calendars) {
      new Date(ms).toLocaleString(`en-u-ca-${calendar}`, { dateStyle: "full", timeStyle: "full" });
    }
  }
}
