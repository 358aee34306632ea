import { BotwrightError, type TriggerConflictReport } from "@botwright/core";
import type { RateDecision, RateLimiter } from "@botwright/services";
import type { Kysely } from "kysely";
import { hostRateLimitKeyOf } from "../accounts/rate-limit-keys.ts";
import { assertStanding } from "../accounts/assert-standing.ts";
import type { Schema } from "../database/schema.ts";
import { isOther, isWord } from "./other-submission.ts";
import { type OwnPlugin, readOwnPlugin } from "./own-plugin.ts";
import { decide, type ReviewedVersion, takeDown } from "./decisions.ts";
import { assertBelowLimit, lockStanding } from "./lock-plugin.ts";
import type { PluginRecord } from "./plugin-record.ts";
import {
  addVersion,
  lastVersion,
  notFound,
  recordOf,
  recordsOf,
  storedDescription,
  takenDown,
} from "./plugin-rows.ts";
import {
  listReviews,
  readReview,
  type ReviewItem,
  type ReviewPage,
  type ReviewPageOptions,
} from "./review-queue.ts";
import {
  type CheckOptions,
  checkSubmission,
  readSubmission,
  type Submission,
  type SubmittedFields,
} from "./submission.ts";
import { reportTriggerConflicts } from "./trigger-conflicts.ts";

/** Options of {@link createPublication}. */
export interface PublicationOptions extends CheckOptions {
  readonly db: Kysely<Schema>;
  /** Counts the submissions of a developer, over all nodes. */
  readonly limiter: RateLimiter;
  /** The most plugins of one developer. @default 300 */
  readonly most?: number;
  /** Called when installations run other versions from now on, or none; the database notifies the other nodes. */
  readonly onChanged?: () => void;
  /** Called when a new version of a published plugin waits for a review. */
  readonly onUpdate?: (pluginId: number) => void;
}

/** Submits, changes, reviews and takes down plugins. */
export interface Publication {
  /** Counts a submission or a change: 300 an hour for each developer. */
  admit(developerId: number): Promise<RateDecision>;
  /**
   * @throws {PluginRefusedError} `PLUGIN_REFUSED`
   * @throws {BotwrightError} `SLUG_TAKEN`, `BANNED`, `USER_NOT_FOUND`
   * @throws {QuotaError} `PLUGIN_LIMIT`
   */
  submit(developerId: number, submission: Submission): Promise<PluginRecord>;
  /**
   * Changes a plugin. The fields that need no review (description, icon, readme, repository URL) change at once. Other
   * code or settings make a new version, which waits for a review while the published one stays in use. Submitting the
   * same code and settings again changes nothing.
   *
   * @throws {BotwrightError} `PLUGIN_NOT_FOUND`, also for another developer's; `PLUGIN_TAKEN_DOWN`, `PLUGIN_CHANGED`,
   * `BANNED`, `USER_NOT_FOUND`
   */
  update(
    developerId: number,
    pluginId: number,
    changes: Partial<Submission>,
  ): Promise<PluginRecord>;
  mine(developerId: number): Promise<PluginRecord[]>;
  /** @throws {BotwrightError} `PLUGIN_NOT_FOUND`, also for a plugin of another developer */
  own(developerId: number, pluginId: number): Promise<OwnPlugin>;
  /** Reports the conflicts between the triggers of all plugins that can be installed. */
  triggerConflicts(): Promise<TriggerConflictReport>;
  /** Lists the versions that wait for a review, oldest first. */
  queue(page?: ReviewPageOptions): Promise<ReviewPage>;
  /**
   * Reads the version of a plugin that waits for a review.
   *
   * @throws {BotwrightError} `NOTHING_TO_REVIEW`, `PLUGIN_NOT_FOUND`
   */
  waiting(pluginId: number): Promise<ReviewItem>;
  /**
   * Publishes the waiting version. Installations get it, unless it asks for more permissions than their owner has
   * consented to.
   *
   * @param read the version that the reviewer has read: if another was submitted since, nothing is published
   * @throws {BotwrightError} `NOTHING_TO_REVIEW`, `PLUGIN_NOT_FOUND`, `PLUGIN_TAKEN_DOWN`, `VERSION_CHANGED`,
   * `DEVELOPER_BANNED`
   */
  approve(pluginId: number, reviewerId: number, read: ReviewedVersion): Promise<PluginRecord>;
  /**
   * @param read the version that the reviewer has read: if another was submitted since, nothing is rejected
   * @throws {BotwrightError} `NOTHING_TO_REVIEW`, `PLUGIN_NOT_FOUND`, `PLUGIN_TAKEN_DOWN`, `VERSION_CHANGED`
   */
  reject(
    pluginId: number,
    reviewerId: number,
    reason: string,
    read: ReviewedVersion,
  ): Promise<PluginRecord>;
  /**
   * Takes a plugin out of the library and stops it everywhere.
   *
   * @throws {BotwrightError} `PLUGIN_NOT_FOUND`
   */
  takeDown(pluginId: number, reviewerId: number, reason: string): Promise<PluginRecord>;
  /**
   * Reads whose plugin it is; `null`: the plugin comes with the host, or its developer's account was deleted.
   *
   * @throws {BotwrightError} `PLUGIN_NOT_FOUND`
   */
  developerOf(pluginId: number): Promise<number | null>;
}

/** How often a change is checked again because other requests have changed the plugin meanwhile. */
const ATTEMPTS = 5;

const RATE = { limit: 300, windowMs: 3_600_000 };

/** Creates the rules of publication over the database. */
export function createPublication(options: PublicationOptions): Publication {
  const { db, limiter, most = 300, onChanged = () => {}, onUpdate } = options;

  async function submit(developerId: number, submission: Submission): Promise<PluginRecord> {
    const checked = await checkSubmission(submission, developerId, options);
    const { slug, description = "", icon = "" } = checked.meta;
    const { readme = "", repository_url = "" } = submission;
    return db.transaction().execute(async (trx) => {
      await assertStanding(trx, developerId);
      await assertBelowLimit(trx, developerId, most);
      const plugin = await trx
        .insertInto("plugin")
        .values({
          slug,
          developer_id: developerId,
          status: "pending",
          description: storedDescription(description),
          icon,
          readme,
          repository_url,
        })
        .onConflict((conflict) => conflict.column("slug").doNothing())
        .returning("id")
        .executeTakeFirst();
      if (plugin === undefined) throw slugTaken(slug);
      await addVersion(trx, plugin.id, checked);
      return recordOf(trx, plugin.id);
    });
  }

  /** Changes the last submitted version; `undefined` if another was submitted during the checks. */
  async function tryUpdate(
    developerId: number,
    pluginId: number,
    changes: Partial<Submission>,
  ): Promise<PluginRecord | undefined> {
    const last = await lastVersion(db, pluginId, developerId);
    if (last.status === "taken_down") throw takenDown(last.slug);
    const { slug: _slug, ...given } = changes;
    const record: SubmittedFields = JSON.parse(last.record);
    const submission = { ...record, code: last.code, ...given };
    const isMore = Object.keys(given).some((key) => !isWord(key));
    const isNew =
      isMore && isOther(last, await readSubmission(submission, developerId, options.inspect));
    const checked = isNew ? await checkSubmission(submission, developerId, options) : undefined;
    const updated = await db.transaction().execute(async (trx) => {
      await lockStanding(trx, pluginId);
      await assertStanding(trx, developerId);
      const { id } = await lastVersion(trx, pluginId, developerId);
      if (checked !== undefined && id !== last.id) return undefined;
      const words = {
        ...Object.fromEntries(Object.entries(given).filter(([key]) => isWord(key))),
        ...(given.description !== undefined && {
          description: storedDescription(given.description),
        }),
      };
      const status = checked === undefined ? {} : ({ status: "pending" } as const);
      await trx
        .updateTable("plugin")
        .set({ ...words, ...status, updated_at: new Date() })
        .where("id", "=", pluginId)
        .execute();
      if (checked !== undefined) await addVersion(trx, pluginId, checked);
      return recordOf(trx, pluginId);
    });
    if (checked !== undefined && typeof updated?.published_version === "string")
      onUpdate?.(pluginId);
    return updated;
  }

  /** Repeats a change whose checks were overtaken, so that each of several changes at once builds on the one before. */
  async function update(
    developerId: number,
    pluginId: number,
    changes: Partial<Submission>,
  ): Promise<PluginRecord> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const updated = await tryUpdate(developerId, pluginId, changes);
      if (updated !== undefined) return updated;
    }
    throw changedMeanwhile();
  }

  /** Makes this node apply a decision at once. */
  async function afterwards(deciding: Promise<PluginRecord>): Promise<PluginRecord> {
    const record = await deciding;
    onChanged();
    return record;
  }

  return {
    admit: (developerId) => limiter.take(hostRateLimitKeyOf("submissions", developerId), RATE),
    submit,
    update,
    mine: (developerId) => recordsOf(db, developerId),
    own: (developerId, pluginId) => readOwnPlugin(db, developerId, pluginId),
    queue: (page) => listReviews(db, page),
    waiting: (pluginId) => readReview(db, pluginId),
    triggerConflicts: () => reportTriggerConflicts(db),
    approve: (pluginId, reviewerId, read) =>
      afterwards(decide(db, { pluginId, reviewerId, read, reason: null })),
    reject: (pluginId, reviewerId, reason, read) =>
      afterwards(decide(db, { pluginId, reviewerId, read, reason })),
    takeDown: (pluginId, reviewerId, reason) =>
      afterwards(takeDown(db, { pluginId, reviewerId, reason })),
    async developerOf(pluginId) {
      const row = await db
        .selectFrom("plugin")
        .select("developer_id")
        .where("id", "=", pluginId)
        .executeTakeFirst();
      if (row === undefined) throw notFound();
      return row.developer_id;
    },
  };
}

function changedMeanwhile(): BotwrightError {
  return new BotwrightError(
    "the plugin is changed by other requests: read it, then change it again",
    {
      code: "PLUGIN_CHANGED",
    },
  );
}

function slugTaken(slug: string): BotwrightError {
  return new BotwrightError(`there is a plugin ${slug} already: choose another slug`, {
    code: "SLUG_TAKEN",
  });
}
