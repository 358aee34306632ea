// As long a declaration as may leave the machine, and as many console lines, in eight loads at once.
// expect: handled
// limits: { "consoleBytes": 65536, "cpuMs": 2000 }
// loads: 8
for (let line = 0; line < 900; line++) console.log("a line");
export const meta = {
  slug: "large-meta",
  description: "d".repeat(1000),
  triggers: Array.from({ length: 200 }, (_, at) => `${at} ${"字".repeat(190)}`),
  permissions: {
    hosts: Array.from({ length: 100 }, (_, at) => `${"字".repeat(60)}.${at}.example`),
  },
  config_schema: Array.from({ length: 100 }, (_, at) => ({
    key: `key ${at}`,
    label: "l".repeat(1000),
    type: "select",
    options: Array.from({ length: 10 }, (_option, value) => ({ value, label: "o".repeat(50) })),
  })),
};
export async function handler() {
  return { handled: true };
}
