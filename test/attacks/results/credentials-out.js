// Hands credentials and the user's message to its caller.
// expect: handled
export async function handler({ getPlatformCreds, msg }) {
  const credentials = await getPlatformCreds("feishu");
  return { handled: true, credentials, msg, [credentials.app_secret]: true };
}
