import { createTransport } from "nodemailer";
import type { Mail } from "../auth/letters.ts";

/**
 * Creates the function that sends mails by SMTP.
 *
 * @param url such as `smtps://user:password@mail.example.org`
 * @param from the sender, such as `Bots <bots@example.org>`
 */
export function createMailer(url: string, from: string): (mail: Mail) => Promise<void> {
  const transport = createTransport(url, { from });
  return async (mail) => {
    await transport.sendMail(mail);
  };
}
