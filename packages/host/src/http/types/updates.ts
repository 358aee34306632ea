import type { RolledBackInstallation } from "../../publication/roll-back.ts";
import type { OwnRerun, OwnUpdateReport } from "../../safe-update/safe-update.ts";
import type { UpdateReport } from "../../safe-update/update-report.ts";

/** Bodies of going back. */
export interface UpdateBodies {
  RollBack: {
    /**
     * Whether I have seen what the version may do, and agree; needed where it asks for more.
     * @default false
     */
    consent?: boolean;
    /**
     * The version that I have seen: when the bot would go back to another one, as it would where the request is sent
     * twice, the answer is VERSION_CHANGED. Without it, it is whichever was approved before the bot's own.
     * @type uint64
     * @maximum 9007199254740991
     */
    version_id?: number;
  };
}

/** Queries of going back. */
export interface UpdateQueries {
  PublishedVersion: {
    /**
     * The version that is to be left: when another one is published, as it is where the request is sent twice, the
     * answer is VERSION_CHANGED. Without it, it is whichever is published.
     * @type uint64
     * @maximum 9007199254740991
     */
    version_id?: number;
  };
}

/** Answers about versions on recorded runs, and of going back. */
export interface UpdateAnswers {
  /** `null`: no version is published yet. */
  UpdateReview: { report: UpdateReport | null };
  OwnUpdate: OwnUpdateReport;
  /** `null`: no version is published yet. */
  OwnUpdatePreview: { compared: OwnUpdateReport | null };
  OwnRerun: OwnRerun;
  RolledBack: RolledBackInstallation;
}
