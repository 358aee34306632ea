// Has the host read a locale with fifty thousand attributes, which takes its library a quarter of a minute.
// expect: PLUGIN_ERROR
export async function handler() {
  const attributes = Array.from({ length: 50_000 }, (_, i) => "a" + String(i).padStart(6, "0"));
  new Date(0).toLocaleString("en-u-" + attributes.join("-"));
}
