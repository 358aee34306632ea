import assert from "node:assert/strict";
import { casesWith, type ContractCase } from "@botwright/core/contract";
import type { Secrets } from "../ports/secrets.ts";

/** The rules of {@link Secrets}. */
export function secretsContract(create: () => Secrets | Promise<Secrets>): ContractCase[] {
  return casesWith(create, {
    "opens what it sealed": async (secrets) => {
      for (const text of [
        "s3cret",
        "",
        "你好 🔑",
        "x".repeat(10_000),
        `a${"🔑".repeat(100_000)}`,
      ]) {
        assert.equal(await secrets.open(await secrets.seal(text, "row/1"), "row/1"), text);
      }
    },
    "seals so that the text is not seen, and never twice the same": async (secrets) => {
      const sealed = await secrets.seal("s3cret", "row/1");
      assert.doesNotMatch(sealed, /s3cret/);
      assert.doesNotMatch(Buffer.from(sealed, "base64url").toString("latin1"), /s3cret/);
      assert.notEqual(await secrets.seal("s3cret", "row/1"), sealed);
    },
    "does not open in another row, or when a byte is another one": async (secrets) => {
      const sealed = await secrets.seal("s3cret", "row/1");
      const unreadable = { code: "SECRET_UNREADABLE" };
      await assert.rejects(secrets.open(sealed, "row/2"), unreadable);
      const last = sealed.at(-5) === "A" ? "B" : "A";
      const changed = `${sealed.slice(0, -5)}${last}${sealed.slice(-4)}`;
      await assert.rejects(secrets.open(changed, "row/1"), unreadable);
      for (const text of ["", ".", "nothing sealed", "x.AAAA"]) {
        await assert.rejects(secrets.open(text, "row/1"), unreadable);
      }
    },
  });
}
