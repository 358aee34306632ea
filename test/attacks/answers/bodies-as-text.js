// Has each body read as text and as JSON, again and again.
// expect: SANDBOX_CPU_LIMIT | SANDBOX_MEMORY_LIMIT
// limits: { "cpuMs": 150 }
// default-limits: true
export async function handler() {
  const response = await fetch("https://api.example/megabytes");
  for (;;) {
    await response.clone().text();
    await response
      .clone()
      .json()
      .catch(() => {});
  }
}
