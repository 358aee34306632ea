import type { tags } from "typia";
import typia from "typia";
import type { IncomingMessage, ParsedMessage } from "../src/types/message.ts";
import type { PluginMeta, PluginPermissions } from "../src/types/plugin-meta.ts";
import type { RecordedMediaReference } from "../src/journal/recorded/record.ts";
import type { RecordedRun } from "../src/journal/recorded/record.ts";
import type { JournalEntry } from "../src/ports/journal.ts";
import type { Assertion, Validation } from "../src/rules/validation/validation.ts";

/** Checks a message and lists every wrong place. */
export const validateParsedMessage: (input: unknown) => Validation<ParsedMessage> =
  typia.createValidate<ParsedMessage>();

/** Checks what an adapter hands over and lists every wrong place. */
export const validateIncomingMessage: (input: unknown) => Validation<IncomingMessage> =
  typia.createValidate<IncomingMessage>();

/** A declaration with the bounds of texts in lists, which the tags of a comment do not reach. */
interface BoundedMeta extends PluginMeta {
  triggers?: (string & tags.MaxLength<200>)[];
  permissions?: BoundedPermissions;
}

/** The longest name of a host in the Internet has 253 characters. */
interface BoundedPermissions extends PluginPermissions {
  hosts?: (string & tags.MaxLength<253>)[];
}

/** Checks a plugin's declaration and lists every wrong place. */
export const validatePluginMeta: (input: unknown) => Validation<PluginMeta> =
  typia.createValidate<BoundedMeta>();

/** Checks a plugin's declaration and ends at the first wrong place: a stranger may have written it. */
export const assertPluginMeta: Assertion<PluginMeta> = typia.createAssert<BoundedMeta>();

/** Checks an entry of a journal, its bytes already read. */
export const validateJournalEntry: (input: unknown) => Validation<JournalEntry> =
  typia.createValidate<JournalEntry>();

/** Checks a recorded run that came from a file, its bytes already read. */
export const validateRecordedRun: (input: unknown) => Validation<RecordedRun> =
  typia.createValidate<RecordedRun>();

/** Checks what stands for bytes in a recorded run. */
export const validateRecordedMediaReference: (
  input: unknown,
) => Validation<RecordedMediaReference> = typia.createValidate<RecordedMediaReference>();
