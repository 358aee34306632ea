import typia from "typia";
import type { Validation } from "@botwright/core";
import type {
  ClockAdvance,
  ClockChange,
  PersonRequest,
  RecordRequest,
  SettingsChange,
  StorageChange,
  StorageDelete,
  TestRequest,
} from "../src/routes/tool-requests.ts";
import type { CannedAnswers } from "../src/tools.ts";

/** Validators of the bodies of the tools' routes, one per `POST`. */
export const validateStorageChange: (input: unknown) => Validation<StorageChange> =
  typia.createValidate<StorageChange>();
export const validateStorageDelete: (input: unknown) => Validation<StorageDelete> =
  typia.createValidate<StorageDelete>();
export const validateSettingsChange: (input: unknown) => Validation<SettingsChange> =
  typia.createValidate<SettingsChange>();
export const validateCannedAnswers: (input: unknown) => Validation<CannedAnswers> =
  typia.createValidate<CannedAnswers>();
export const validateClockAdvance: (input: unknown) => Validation<ClockAdvance> =
  typia.createValidate<ClockAdvance>();
export const validateClockChange: (input: unknown) => Validation<ClockChange> =
  typia.createValidate<ClockChange>();
export const validateRecordRequest: (input: unknown) => Validation<RecordRequest> =
  typia.createValidate<RecordRequest>();
export const validateTestRequest: (input: unknown) => Validation<TestRequest> =
  typia.createValidate<TestRequest>();
export const validatePersonRequest: (input: unknown) => Validation<PersonRequest> =
  typia.createValidate<PersonRequest>();
