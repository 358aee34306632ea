// Objects with as many members as a call may bring, each of another name, stored and read again and again; and with more.
// expect: handled
// limits: { "cpuMs": 2000 }
export async function handler({ storage }) {
  const withMembers = (count) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at % 10]));
  const [most, more] = [withMembers(25_000), withMembers(80_000)];
  for (let turn = 0; turn < 3; turn++) {
    await storage.set("key", { ...most, [`k${turn}`]: turn });
    const back = await storage.get("key");
    if (back[`k${turn}`] !== turn) return { handled: false };
  }
  const error = await storage.set("key", more).catch((thrown) => thrown);
  return { handled: error?.code === "INVALID_ARGUMENT" };
}
