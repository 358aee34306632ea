import { expect, test } from "vitest";
import { createAuth } from "../src/index.ts";
import { createUsers } from "../src/auth/users.ts";
import { createCollectingLogger } from "./collecting-logger.ts";
import { openTestDatabase } from "./test-database.ts";

const publicUrl = "http://localhost:3000";

test("a letter for a new password is not waited for, so that the time does not tell which addresses have an account; its failure is logged", async () => {
  await using database = await openTestDatabase();
  const { db } = database;
  const { logger, lines } = createCollectingLogger();
  const sending = Promise.withResolvers<void>();
  const letters: string[] = [];
  const auth = createAuth({
    db,
    publicUrl,
    secret: "s".repeat(32),
    logger,
    async sendMail({ to }) {
      letters.push(to);
      await sending.promise;
    },
  });
  const users = createUsers({ db, auth, publicUrl });
  await users.create({ name: "Ann", email: "ann@example.org", password: "correct horse" });
  const ask = async (email: string): Promise<unknown> => {
    const url = new URL("/api/auth/request-password-reset", publicUrl);
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify({ email }) };
    const answer = await auth.handle(new Request(url, init));
    return { status: answer.status, body: await answer.json() };
  };
  const known = await ask("ann@example.org");
  expect(known).toMatchObject({ status: 200 });
  expect(known).toEqual(await ask("nobody@example.org"));
  expect(letters).toEqual(["ann@example.org"]);
  sending.reject(new Error("the mail server is away"));
  await expect.poll(() => lines).toEqual(["a letter was not sent"]);
});
