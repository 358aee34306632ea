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
     * `false` where the plugin breaks no rule.
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
     * `version_id` of the review that was read; when another version was submitted since, the answer is
     * VERSION_CHANGED. Without it and `sha256`, the decision is about the version that waits now, whatever it is.
     * @type uint64
     * @maximum 9007199254740991
     */
    version_id?: number;
    /**
     * SHA-256 of the code that was read; other settings, triggers or another name do not change it.
     * @pattern ^[0-9a-f]{64}$
     */
    sha256?: string;
  };
  ReviewList: {
    /**
     * Where the part before has ended: its `next`.
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
     * Users with a lower id: `next` of the page before.
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
     * Part of a name or an address, or an id as `#7`.
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
