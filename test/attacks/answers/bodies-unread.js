// Fetches as much as it may and reads none of it.
// expect: handled
// default-limits: true
// parallel: 2
export async function handler() {
  for (let round = 0; round < 10; round++) await fetch("https://api.example/megabytes");
  return { handled: true };
}
