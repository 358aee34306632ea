// Asks for credentials by names that are none.
// expect: handled
// limits: { "cpuMs": 1000 }
const names = [
  "__proto__",
  "constructor",
  "toString",
  "",
  "FEISHU",
  "feishu ",
  "feishu\u0000",
  "*",
];
names.push("feishu,dingtalk", "../feishu", "a".repeat(1e5));
export async function handler({ getPlatformCreds }) {
  for (const name of [...names, ["feishu"], { toJSON: () => ["feishu"] }]) {
    const outcome = await getPlatformCreds(name).then(JSON.stringify, (error) => error.code);
    if (outcome !== "INVALID_ARGUMENT") throw new Error(`${JSON.stringify(name)}: ${outcome}`);
  }
  return { handled: true };
}
