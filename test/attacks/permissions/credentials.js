// Declares the credentials of one platform and asks for those of others.
// expect: handled
export const meta = { slug: "one-platform", permissions: { creds: ["dingtalk"] } };
export async function handler({ getPlatformCreds }) {
  const outcomes = [];
  for (const platform of ["dingtalk", "feishu", "wecom", "__proto__", ["dingtalk"]]) {
    outcomes.push(
      await getPlatformCreds(platform).then(
        () => "given",
        (error) => error.code,
      ),
    );
  }
  const [own, ...others] = outcomes;
  const refused = others.every(
    (code) => code === "PERMISSION_DENIED" || code === "INVALID_ARGUMENT",
  );
  if (own !== "given" || !refused) throw new Error(outcomes.join());
  return { handled: true };
}
