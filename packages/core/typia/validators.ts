import typia from "typia";
import type { ContextOperations, HostCallResults } from "../src/host-calls.ts";
import type { IncomingMessage, ParsedMessage } from "../src/message.ts";
import type { AIModelsRequest, AIProxyRequest } from "../src/http-api.ts";
import type { PluginMeta, PluginSubmission } from "../src/plugin-meta.ts";
import type { HandlerResult } from "../src/plugin.ts";
import type { RecordedRun } from "../src/recorded-run.ts";
import type { Validation } from "../src/validation.ts";

/** Whether the value is a {@link HandlerResult}. */
export const isHandlerResult: (input: unknown) => input is HandlerResult =
  typia.createIs<HandlerResult>();

/** Checks a message and lists every wrong place. */
export const validateParsedMessage: (input: unknown) => Validation<ParsedMessage> =
  typia.createValidate<ParsedMessage>();

/** Checks what an adapter hands over and lists every wrong place. */
export const validateIncomingMessage: (input: unknown) => Validation<IncomingMessage> =
  typia.createValidate<IncomingMessage>();

/** Checks a plugin's declaration and lists every wrong place. */
export const validatePluginMeta: (input: unknown) => Validation<PluginMeta> =
  typia.createValidate<PluginMeta>();

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

/** Checks the arguments of each host call. */
export const hostCallValidators: {
  [Operation in keyof ContextOperations]: (
    input: unknown,
  ) => Validation<ContextOperations[Operation]>;
} = {
  "bot.reply": typia.createValidate<ContextOperations["bot.reply"]>(),
  "bot.sendText": typia.createValidate<ContextOperations["bot.sendText"]>(),
  "bot.sendImage": typia.createValidate<ContextOperations["bot.sendImage"]>(),
  "bot.sendVideo": typia.createValidate<ContextOperations["bot.sendVideo"]>(),
  "bot.sendFile": typia.createValidate<ContextOperations["bot.sendFile"]>(),
  "bot.sendVoice": typia.createValidate<ContextOperations["bot.sendVoice"]>(),
  "bot.sendTyping": typia.createValidate<ContextOperations["bot.sendTyping"]>(),
  "bot.cancelTyping": typia.createValidate<ContextOperations["bot.cancelTyping"]>(),
  "bot.downloadImage": typia.createValidate<ContextOperations["bot.downloadImage"]>(),
  "bot.downloadVoice": typia.createValidate<ContextOperations["bot.downloadVoice"]>(),
  "bot.downloadFile": typia.createValidate<ContextOperations["bot.downloadFile"]>(),
  "bot.downloadVideo": typia.createValidate<ContextOperations["bot.downloadVideo"]>(),
  "bot.downloadRaw": typia.createValidate<ContextOperations["bot.downloadRaw"]>(),
  "storage.get": typia.createValidate<ContextOperations["storage.get"]>(),
  "storage.set": typia.createValidate<ContextOperations["storage.set"]>(),
  "storage.delete": typia.createValidate<ContextOperations["storage.delete"]>(),
  "storage.keys": typia.createValidate<ContextOperations["storage.keys"]>(),
  "storage.clear": typia.createValidate<ContextOperations["storage.clear"]>(),
  "aiService.callModel": typia.createValidate<ContextOperations["aiService.callModel"]>(),
  "aiService.getModelsByCategory":
    typia.createValidate<ContextOperations["aiService.getModelsByCategory"]>(),
  "aiService.getModelInfo": typia.createValidate<ContextOperations["aiService.getModelInfo"]>(),
  "aiService.isFreeModel": typia.createValidate<ContextOperations["aiService.isFreeModel"]>(),
  "aiService.getImageUsageToday":
    typia.createValidate<ContextOperations["aiService.getImageUsageToday"]>(),
  "aiService.getFreeImageQuota":
    typia.createValidate<ContextOperations["aiService.getFreeImageQuota"]>(),
  "searchService.search": typia.createValidate<ContextOperations["searchService.search"]>(),
  getPlatformCreds: typia.createValidate<ContextOperations["getPlatformCreds"]>(),
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
