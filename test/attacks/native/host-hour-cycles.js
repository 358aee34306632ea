// Formats a date in every hour cycle of every calendar and numbering system: V8 would keep memory for each.
// expect: SANDBOX_CPU_LIMIT
export async function handler() {
  for (const cycle of ["h11", "h12", "h23", "h24"]) {
    for (const calendar of [
      "buddhist",
      "chinese",
      "coptic",
      "hebrew",
      "indian",
      "persian",
      "roc",
    ]) {
      for (const numberingSystem of ["arab", "beng", "deva", "fullwide", "latn", "thai"]) {
        for (const language of ["en", "zh", "ja", "ko", "th", "ar", "fa", "he", "hi", "id", "tr"]) {
          const options = { calendar, numberingSystem, hour: "numeric" };
          new Date().toLocaleString(`${language}-u-hc-${cycle}`, options);
        }
      }
    }
  }
  for (;;);
}
