import typia from "typia";
import type { ContextOperations, HostCallResults } from "../src/calls/operations.ts";
import type { IncomingMessage, ParsedMessage } from "../src/types/message.ts";
import type { AIModelsRequest, AIProxyRequest } from "../src/types/http-api.ts";
import type { PluginMeta, PluginSubmission } from "../src/types/plugin-meta.ts";
import type { RecordedRun } from "../src/journal/recorded-run.ts";
import type { Assertion, Validation } from "../src/rules/validation.ts";

/** Checks a message and lists every wrong place. */
export const validateParsedMessage: (input: unknown) => Validation<ParsedMessage> =
  typia.createValidate<ParsedMessage>();

/** Checks what an adapter hands over and lists every wrong place. */
export const validateIncomingMessage: (input: unknown) => Validation<IncomingMessage> =
  typia.createValidate<IncomingMessage>();

/** Checks a plugin's declaration and lists every wrong place. */
export const validatePluginMeta: (input: unknown) => Validation<PluginMeta> =
  typia.createValidate<PluginMeta>();

/** Checks a plugin's declaration and ends at the first wrong place: a stranger may have written it. */
export const assertPluginMeta: Assertion<PluginMeta> = typia.createAssert<PluginMeta>();

/** Checks a submission and lists every wrong place. */
export const validatePluginSubmission: (input: unknown) => Validation<PluginSubmission> =
  typia.createValidate<PluginSubmission>();

/** Checks the body of the AI proxy and lists every wrong place. */
export const validateAIProxyRequest: (input: unknown) => Validation<AIProxyRequest> =
  typia.createValidate<AIProxyRequest>();

/** Checks the body of the AI model list and lists every wrong place. */
export const validateAIModelsRequest: (input: unknown) => Validation<AIModelsRequest> =
  typia.createValidate<AIModelsRequest>();

/** Checks a recorded run that came from a file, its bytes already read. */
export const validateRecordedRun: (input: unknown) => Validation<RecordedRun> =
  typia.createValidate<RecordedRun>();

/** Checks the arguments of each host call and ends at the first wrong place. */
export const hostCallAssertions: {
  [Operation in keyof ContextOperations]: Assertion<ContextOperations[Operation]>;
} = {
  "bot.reply": typia.createAssert<ContextOperations["bot.reply"]>(),
  "bot.sendText": typia.createAssert<ContextOperations["bot.sendText"]>(),
  "bot.sendImage": typia.createAssert<ContextOperations["bot.sendImage"]>(),
  "bot.sendVideo": typia.createAssert<ContextOperations["bot.sendVideo"]>(),
  "bot.sendFile": typia.createAssert<ContextOperations["bot.sendFile"]>(),
  "bot.sendVoice": typia.createAssert<ContextOperations["bot.sendVoice"]>(),
  "bot.sendTyping": typia.createAssert<ContextOperations["bot.sendTyping"]>(),
  "bot.cancelTyping": typia.createAssert<ContextOperations["bot.cancelTyping"]>(),
  "bot.downloadImage": typia.createAssert<ContextOperations["bot.downloadImage"]>(),
  "bot.downloadVoice": typia.createAssert<ContextOperations["bot.downloadVoice"]>(),
  "bot.downloadFile": typia.createAssert<ContextOperations["bot.downloadFile"]>(),
  "bot.downloadVideo": typia.createAssert<ContextOperations["bot.downloadVideo"]>(),
  "bot.downloadRaw": typia.createAssert<ContextOperations["bot.downloadRaw"]>(),
  "storage.get": typia.createAssert<ContextOperations["storage.get"]>(),
  "storage.set": typia.createAssert<ContextOperations["storage.set"]>(),
  "storage.delete": typia.createAssert<ContextOperations["storage.delete"]>(),
  "storage.keys": typia.createAssert<ContextOperations["storage.keys"]>(),
  "storage.clear": typia.createAssert<ContextOperations["storage.clear"]>(),
  "aiService.callModel": typia.createAssert<ContextOperations["aiService.callModel"]>(),
  "aiService.getModelsByCategory":
    typia.createAssert<ContextOperations["aiService.getModelsByCategory"]>(),
  "aiService.getModelInfo": typia.createAssert<ContextOperations["aiService.getModelInfo"]>(),
  "aiService.isFreeModel": typia.createAssert<ContextOperations["aiService.isFreeModel"]>(),
  "aiService.getImageUsageToday":
    typia.createAssert<ContextOperations["aiService.getImageUsageToday"]>(),
  "aiService.getFreeImageQuota":
    typia.createAssert<ContextOperations["aiService.getFreeImageQuota"]>(),
  "searchService.search": typia.createAssert<ContextOperations["searchService.search"]>(),
  getPlatformCreds: typia.createAssert<ContextOperations["getPlatformCreds"]>(),
};

/** Checks what a journal says that each host call was answered. */
export const hostResultValidators: {
  [Operation in keyof HostCallResults]: (input: unknown) => Validation<HostCallResults[Operation]>;
} = {
  "bot.reply": typia.createValidate<HostCallResults["bot.reply"]>(),
  "bot.sendText": typia.createValidate<HostCallResults["bot.sendText"]>(),
  "bot.sendImage": typia.createValidate<HostCallResults["bot.sendImage"]>(),
  "bot.sendVideo": typia.createValidate<HostCallResults["bot.sendVideo"]>(),
  "bot.sendFile": typia.createValidate<HostCallResults["bot.sendFile"]>(),
  "bot.sendVoice": typia.createValidate<HostCallResults["bot.sendVoice"]>(),
  "bot.sendTyping": typia.createValidate<HostCallResults["bot.sendTyping"]>(),
  "bot.cancelTyping": typia.createValidate<HostCallResults["bot.cancelTyping"]>(),
  "bot.downloadImage": typia.createValidate<HostCallResults["bot.downloadImage"]>(),
  "bot.downloadVoice": typia.createValidate<HostCallResults["bot.downloadVoice"]>(),
  "bot.downloadFile": typia.createValidate<HostCallResults["bot.downloadFile"]>(),
  "bot.downloadVideo": typia.createValidate<HostCallResults["bot.downloadVideo"]>(),
  "bot.downloadRaw": typia.createValidate<HostCallResults["bot.downloadRaw"]>(),
  "storage.get": typia.createValidate<HostCallResults["storage.get"]>(),
  "storage.set": typia.createValidate<HostCallResults["storage.set"]>(),
  "storage.delete": typia.createValidate<HostCallResults["storage.delete"]>(),
  "storage.keys": typia.createValidate<HostCallResults["storage.keys"]>(),
  "storage.clear": typia.createValidate<HostCallResults["storage.clear"]>(),
  "aiService.callModel": typia.createValidate<HostCallResults["aiService.callModel"]>(),
  "aiService.getModelsByCategory":
    typia.createValidate<HostCallResults["aiService.getModelsByCategory"]>(),
  "aiService.getModelInfo": typia.createValidate<HostCallResults["aiService.getModelInfo"]>(),
  "aiService.isFreeModel": typia.createValidate<HostCallResults["aiService.isFreeModel"]>(),
  "aiService.getImageUsageToday":
    typia.createValidate<HostCallResults["aiService.getImageUsageToday"]>(),
  "aiService.getFreeImageQuota":
    typia.createValidate<HostCallResults["aiService.getFreeImageQuota"]>(),
  "searchService.search": typia.createValidate<HostCallResults["searchService.search"]>(),
  getPlatformCreds: typia.createValidate<HostCallResults["getPlatformCreds"]>(),
  fetch: typia.createValidate<HostCallResults["fetch"]>(),
  "call.start": typia.createValidate<HostCallResults["call.start"]>(),
  timer: typia.createValidate<HostCallResults["timer"]>(),
};
