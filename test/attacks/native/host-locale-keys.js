// Formats a date in as many different locales as there is time for: V8 would keep memory for each.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  for (const first of letters) {
    for (const second of letters) {
      for (const calendar of ["chinese", "hebrew", "indian", "roc"]) {
        for (const language of ["en", "zh", "de", "fr", "ru", "ja"]) {
          new Date().toLocaleString(`${language}-${first}${second}`, { calendar, month: "long" });
        }
      }
    }
  }
  for (;;);
}
