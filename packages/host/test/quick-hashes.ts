/**
 * Stands for src/auth/passwords.ts in tests: scrypt with a salt too, but with so little work that a password takes
 * one millisecond of processor time instead of eighty. No test is about how hard a hash is to guess.
 */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const COST = { N: 256, r: 8, p: 1 };

const derive = promisify<string, string, number, typeof COST, Buffer>(scrypt);

/** Hashes a password; the text has the salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString("hex");
  return `${salt}:${(await derive(password.normalize("NFKC"), salt, 64, COST)).toString("hex")}`;
}

/** Whether the hash is the password's. */
export async function verifyPassword(given: { hash: string; password: string }): Promise<boolean> {
  const [salt = "", key = ""] = given.hash.split(":");
  const derived = await derive(given.password.normalize("NFKC"), salt, 64, COST);
  return timingSafeEqual(derived, Buffer.from(key, "hex"));
}
