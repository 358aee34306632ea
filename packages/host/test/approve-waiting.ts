import type { PluginRecord, Publication } from "../src/index.ts";
import type { Client } from "./http/test-app.ts";

/** Approves the version of a plugin that waits, as a reviewer who has just read it. */
export async function approveWaiting(
  publication: Publication,
  pluginId: number,
  reviewerId: number,
): Promise<PluginRecord> {
  const { sha256 } = await publication.waiting(pluginId);
  return publication.approve(pluginId, reviewerId, { sha256 });
}

/** The same over HTTP. */
export async function approveOverHttp(
  admin: Pick<Client, "send">,
  pluginId: number,
): Promise<Response> {
  const review = await admin.send("GET", `/api/admin/plugins/${pluginId}/review`);
  const { sha256 } = JSON.parse(await review.text());
  return admin.send("POST", `/api/admin/plugins/${pluginId}/approve?sha256=${sha256}`);
}
