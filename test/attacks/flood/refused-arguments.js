// Ten calls of 199 host calls each whose arguments are wrong, all at once.
// expect: handled
// limits: { "cpuMs": 1000 }
// parallel: 10
export async function handler({ storage, getPlatformCreds }) {
  const wrong = [];
  for (let call = 0; call < 99; call++)
    wrong.push(storage.get({ key: [1, 2] }), getPlatformCreds(1));
  const answers = await Promise.allSettled(wrong);
  return { handled: answers.every(({ status }) => status === "rejected") };
}
