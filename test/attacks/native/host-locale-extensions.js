// Has the host read locales with long extensions of every sort, one by one and as options.
// expect: handled
export async function handler() {
  const fields = Array.from({ length: 20_000 }, (_, i) => "a" + (i % 10) + "-abc").join("-");
  const variants = Array.from({ length: 20_000 }, (_, i) => "a" + String(i).padStart(5, "0")).join(
    "-",
  );
  const types = "abcd-".repeat(50_000) + "abcd";
  let refused = 0;
  for (const attempt of [
    () => (1).toLocaleString("en-t-" + fields),
    () => 1n.toLocaleString("en-x-" + fields),
    () => new Date(0).toLocaleDateString("de-" + variants),
    () => (1).toLocaleString(["en", "en-u-ca-" + types]),
    () => (1).toLocaleString("en", { numberingSystem: types }),
    () => new Date(0).toLocaleString("en", { calendar: types }),
    () => new Date(0).toLocaleTimeString("en", { timeZone: types }),
  ]) {
    try {
      attempt();
    } catch (error) {
      if (error instanceof RangeError) refused++;
    }
  }
  return { handled: refused === 7 };
}
