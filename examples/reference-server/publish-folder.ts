import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { HostContent } from "@botwright/host";

/**
 * Publishes the plugin files of a folder in the host's library, under an account that has no login:
 * new files, and those that have changed. Each gets the name that it declares. They run in the sandbox as
 * plugins of strangers do.
 */
export async function publishFolder(
  { users, publication }: HostContent,
  folder: string,
): Promise<void> {
  const password = randomBytes(24).toString("base64url");
  const email = "plugins@localhost.localdomain";
  const author = await users.ensure({ name: "Our plugins", email, password });
  const published = await publication.mine(author.id);
  for (const name of (await readdir(folder)).filter((file) => file.endsWith(".js"))) {
    const slug = basename(name, ".js");
    const code = await readFile(join(folder, name), "utf8");
    const known = published.find((plugin) => plugin.slug === slug);
    // What an administrator has taken down stays so.
    if (known?.status === "taken_down") continue;
    const { id, status, version_id } = await (known === undefined
      ? publication.submit(author.id, { slug, name: "", code })
      : publication.update(author.id, known.id, { code }));
    if (status === "pending") await publication.approve(id, author.id, { version_id });
  }
}
