import typia from "typia";
import type { Validation } from "@botwright/core";
import type {
  ClockAdvance,
  ClockChange,
  PersonRequest,
  RecordRequest,
  SayRequest,
  SettingsChange,
  StorageChange,
  StorageDelete,
  TestRequest,
} from "../src/routes/tool-requests.ts";
import type { CannedAnswers } from "../src/tools.ts";

/** Validators of the bodies that routes take, one per `POST`; a field that a body does not have is refused. */
export const validateStorageChange: (input: unknown) => Validation<StorageChange> =
  typia.createValidateEquals<StorageChange>();
export const validateStorageDelete: (input: unknown) => Validation<StorageDelete> =
  typia.createValidateEquals<StorageDelete>();
export const validateSettingsChange: (input: unknown) => Validation<SettingsChange> =
  typia.createValidateEquals<SettingsChange>();
export const validateCannedAnswers: (input: unknown) => Validation<CannedAnswers> =
  typia.createValidateEquals<CannedAnswers>();
export const validateClockAdvance: (input: unknown) => Validation<ClockAdvance> =
  typia.createValidateEquals<ClockAdvance>();
export const validateClockChange: (input: unknown) => Validation<ClockChange> =
  typia.createValidateEquals<ClockChange>();
export const validateRecordRequest: (input: unknown) => Validation<RecordRequest> =
  typia.createValidateEquals<RecordRequest>();
export const validateTestRequest: (input: unknown) => Validation<TestRequest> =
  typia.createValidateEquals<TestRequest>();
export const validatePersonRequest: (input: unknown) => Validation<PersonRequest> =
  typia.createValidateEquals<PersonRequest>();
export const validateSayRequest: (input: unknown) => Validation<SayRequest> =
  typia.createValidateEquals<SayRequest>();
