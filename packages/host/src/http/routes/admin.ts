import { Hono } from "hono";
import type { HostDomains } from "../host-domains.ts";
import { endpoint } from "../endpoint.ts";
import type { HostEnv } from "../host-env.ts";
import { pageOf } from "../page.ts";
import { pathId } from "../read-input.ts";

/** Endpoints with which administrators review plugins, look at the host's health, and ban and help users. */
export function adminRoutes({
  publication,
  users,
  health,
}: Pick<HostDomains, "publication" | "users" | "health">) {
  return new Hono<HostEnv>()
    .get(
      "/api/admin/plugins/queue",
      endpoint({
        summary: "List the versions that wait for a review, oldest first",
        audience: "admin",
        query: "ReviewList",
        answer: "ReviewQueue",
      }),
      async (c) => c.json(await publication.queue(c.req.valid("query"))),
    )
    .get(
      "/api/admin/plugins/:id/review",
      endpoint({
        summary:
          "The waiting version of a plugin with its code and findings, and the published one",
        audience: "admin",
        answer: "Review",
        errors: ["PLUGIN_NOT_FOUND", "NOTHING_TO_REVIEW"],
      }),
      async (c) => c.json(await publication.waiting(pathId(c))),
    )
    .post(
      "/api/admin/plugins/:id/approve",
      endpoint({
        summary: "Publish the waiting version",
        audience: "admin",
        query: "ReviewedVersion",
        answer: "PluginRecord",
        errors: [
          "PLUGIN_NOT_FOUND",
          "NOTHING_TO_REVIEW",
          "PLUGIN_TAKEN_DOWN",
          "VERSION_CHANGED",
          "DEVELOPER_BANNED",
        ],
      }),
      async (c) => {
        const read = c.req.valid("query");
        return c.json(await publication.approve(pathId(c), c.var.principal.id, read));
      },
    )
    .post(
      "/api/admin/plugins/:id/reject",
      endpoint({
        summary: "Reject the waiting version",
        audience: "admin",
        query: "ReviewedVersion",
        body: "Reason",
        answer: "PluginRecord",
        errors: ["PLUGIN_NOT_FOUND", "NOTHING_TO_REVIEW", "PLUGIN_TAKEN_DOWN", "VERSION_CHANGED"],
      }),
      async (c) => {
        const { reason } = c.req.valid("json");
        const read = c.req.valid("query");
        return c.json(await publication.reject(pathId(c), c.var.principal.id, reason, read));
      },
    )
    .post(
      "/api/admin/plugins/:id/take-down",
      endpoint({
        summary: "Take a plugin out of the library, stop it everywhere and ban its developer",
        audience: "admin",
        body: "TakeDown",
        answer: "PluginRecord",
        errors: ["PLUGIN_NOT_FOUND"],
      }),
      async (c) => {
        const { reason, ban_developer = true } = c.req.valid("json");
        const record = await publication.takeDown(pathId(c), c.var.principal.id, reason);
        const developerId = await publication.developerOf(record.id);
        if (developerId === null || !ban_developer) return c.json(record);
        const developer = await users.find(developerId);
        if (developer.role !== "admin") await users.ban(developer.id, reason);
        return c.json(record);
      },
    )
    .get(
      "/api/admin/health",
      endpoint({
        summary: "How the nodes, bots and messages of the host do",
        audience: "admin",
        answer: "Health",
      }),
      async (c) => c.json(await health.report()),
    )
    .get(
      "/api/admin/users",
      endpoint({
        summary: "List users, newest first",
        audience: "admin",
        query: "UserList",
        answer: "Users",
      }),
      async (c) => {
        const { before, limit = 50, text } = c.req.valid("query");
        return c.json(pageOf(await users.list({ before, limit: limit + 1, text }), limit));
      },
    )
    .post(
      "/api/admin/users",
      endpoint({
        summary: "Make a user, also where strangers cannot sign up",
        audience: "admin",
        body: "SignUp",
        answer: "User",
        status: 201,
        errors: ["EMAIL_TAKEN", "LOGINS_BUSY"],
      }),
      async (c) => {
        const { name, email, password } = c.req.valid("json");
        return c.json(await users.create({ name, email, password }), 201);
      },
    )
    .post(
      "/api/admin/users/:id/ban",
      endpoint({
        summary: "Ban a user: all sessions end, and the user's plugins stop",
        audience: "admin",
        body: "Reason",
        answer: "User",
        errors: ["USER_NOT_FOUND", "ADMIN_CANNOT_BE_BANNED"],
      }),
      async (c) => c.json(await users.ban(pathId(c), c.req.valid("json").reason)),
    )
    .post(
      "/api/admin/users/:id/unban",
      endpoint({
        summary: "Lift a ban",
        audience: "admin",
        answer: "User",
        errors: ["USER_NOT_FOUND"],
      }),
      async (c) => c.json(await users.unban(pathId(c))),
    )
    .post(
      "/api/admin/users/:id/role",
      endpoint({
        summary:
          "Make a user an administrator, or an administrator a user; one administrator stays",
        audience: "admin",
        body: "Role",
        answer: "User",
        errors: ["USER_NOT_FOUND", "USER_BANNED", "LAST_ADMINISTRATOR"],
      }),
      async (c) => c.json(await users.setRole(pathId(c), c.req.valid("json").role)),
    )
    .post(
      "/api/admin/users/:id/reset-link",
      endpoint({
        summary: "Make a link that sets a user's password once, for hosts without SMTP",
        audience: "admin",
        answer: "ResetLink",
        status: 201,
        errors: ["USER_NOT_FOUND"],
      }),
      async (c) => c.json(await users.createResetLink(pathId(c)), 201),
    );
}
