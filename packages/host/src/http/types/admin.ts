import type { User } from "../../auth/users.ts";
import type { HealthReport } from "../../health/health.ts";
import type { ReviewItem, ReviewPage } from "../../publication/review-queue.ts";

/** Bodies of `/api/admin`. */
export interface AdminBodies {
  Reason: {
    /**
     * @minLength 1
     * @maxLength 2000
     */
    reason: string;
  };
  TakeDown: {
    /**
     * @minLength 1
     * @maxLength 2000
     */
    reason: string;
    /**
     * Whether to ban the developer too; `false` is for a plugin that breaks no rule.
     * @default true
     */
    ban_developer?: boolean;
  };
  Role: { role: "admin" | "user" };
}

/** Queries of `/api/admin`. */
export interface AdminQueries {
  ReviewedVersion: {
    /**
     * The `version_id` of the review that the administrator has read.
     * If another version was submitted since, the answer is VERSION_CHANGED. Without `version_id` and `sha256`,
     * the decision applies to whichever version waits now.
     * @type uint64
     * @maximum 9007199254740991
     */
    version_id?: number;
    /**
     * The SHA-256 of the code that the administrator has read.
     * A submission that changes only settings, triggers or the name has the same hash.
     * @pattern ^[0-9a-f]{64}$
     */
    sha256?: string;
  };
  ReviewList: {
    /**
     * `next` of the previous page.
     * @type uint64
     * @maximum 9007199254740991
     */
    after?: number;
    /**
     * @type uint32
     * @minimum 1
     * @maximum 500
     * @default 100
     */
    limit?: number;
  };
  UserList: {
    /**
     * `next` of the previous page: lists users with a lower id.
     * @type uint64
     * @maximum 9007199254740991
     */
    before?: number;
    /**
     * @type uint32
     * @minimum 1
     * @maximum 500
     * @default 50
     */
    limit?: number;
    /**
     * Part of a name or e-mail address, or an id such as `#7`.
     * @maxLength 200
     */
    text?: string;
  };
}

/** Answers of `/api/admin`. */
export interface AdminAnswers {
  ReviewQueue: ReviewPage;
  Review: ReviewItem;
  Health: HealthReport;
  User: User;
  Users: { items: User[]; next: number | null };
  ResetLink: { url: string; expires_at: string };
}
