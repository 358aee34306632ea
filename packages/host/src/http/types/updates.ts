import type { RolledBackInstallation } from "../../publication/roll-back.ts";
import type { OwnRerun, OwnUpdateReport } from "../../safe-update/safe-update.ts";
import type { UpdateReport } from "../../safe-update/update-report.ts";

/** Bodies of the roll-back endpoints. */
export interface UpdateBodies {
  RollBack: {
    /**
     * Whether the owner has seen the version's permissions and consents to them.
     * Required if the version requests more permissions than the owner has consented to.
     * @default false
     */
    consent?: boolean;
    /**
     * The version that the owner was shown, to which the bot is to return.
     * If the bot would return to another version, as it would when the request is sent twice, the answer is
     * VERSION_CHANGED. Absent: the version that was approved before the bot's own.
     * @type uint64
     * @maximum 9007199254740991
     */
    version_id?: number;
  };
}

/** Queries of the roll-back endpoints. */
export interface UpdateQueries {
  PublishedVersion: {
    /**
     * The published version that the roll-back is to replace.
     * If another version is published, as it is when the request is sent twice, the answer is VERSION_CHANGED.
     * Absent: whichever version is published.
     * @type uint64
     * @maximum 9007199254740991
     */
    version_id?: number;
  };
}

/** Answers of the endpoints that rerun recorded runs with another version, and of roll-backs. */
export interface UpdateAnswers {
  /** `null`: no version is published yet. */
  UpdateReview: { report: UpdateReport | null };
  OwnUpdate: OwnUpdateReport;
  /** `null`: no version is published yet. */
  OwnUpdatePreview: { compared: OwnUpdateReport | null };
  OwnRerun: OwnRerun;
  RolledBack: RolledBackInstallation;
}
