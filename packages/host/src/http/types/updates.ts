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
