import { type ApiClient, createApiClient } from "../../packages/host/test/api-client.ts";

/** Calls a host's HTTP interface as one user. */
export interface Client extends Pick<ApiClient, "call"> {
  readonly id: number;
}

/** Makes an account. */
export async function signUp(url: () => string): Promise<Client> {
  const client = createApiClient(url);
  const body = { name: "Ann", email: "ann@example.org", password: "correct horse" };
  const { user } = await client.enter("/api/auth/sign-up/email", body);
  return { id: user.id, call: client.call };
}
