/** Calls a host's HTTP interface as one user. */
export interface Client {
  readonly id: number;
  call: ReturnType<typeof createCall>;
}

/**
 * @param url where the host is now
 * @throws when the host does not answer with success; resolves with the JSON of the body
 */
export function createCall(url: () => string, token: string) {
  return async (method: string, path: string, body?: object) => {
    const answer = await fetch(url() + path, {
      method,
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
}

/** Makes an account. */
export async function signUp(url: () => string): Promise<Client> {
  const body = { name: "Ann", email: "ann@example.org", password: "correct horse" };
  const answer = await fetch(`${url()}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { user } = JSON.parse(await answer.text());
  return { id: user.id, call: createCall(url, answer.headers.get("set-auth-token") ?? "") };
}
