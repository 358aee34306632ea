import type { Platform } from "@botwright/core";
import { checkSettings } from "./check-settings.ts";
import { ChatPageError } from "../errors.ts";
import {
  validateCannedAnswers,
  validateClockAdvance,
  validateClockChange,
  validateRecordRequest,
  validateSettingsChange,
  validateStorageChange,
  validateStorageDelete,
  validateTestRequest,
} from "../generated/tool-requests.ts";
import { readChange } from "./read-json.ts";
import type { ClockTool, PageTools, PluginSettings, SettingsTool } from "../tools.ts";

/** Answers requests to one path. */
export interface Route {
  readonly method: "GET" | "POST";
  answer(request: Request): Response | Promise<Response>;
}

/** One path, and one of the methods that it answers to. */
type ToolRoute = readonly [path: string, Route];

const get = (path: string, answer: () => unknown): ToolRoute => [
  path,
  { method: "GET", answer: async () => Response.json(await answer()) },
];

const post = (path: string, act: (request: Request) => unknown): ToolRoute => [
  path,
  { method: "POST", answer: async (request) => Response.json((await act(request)) ?? {}) },
];

/**
 * Makes the routes of the given tools, each with its path under `/tools/`.
 *
 * @param findPlatform throws `UNKNOWN_PLATFORM`
 */
export function createToolRoutes(
  tools: PageTools,
  findPlatform: (name: string) => Platform,
): readonly ToolRoute[] {
  const { storage, settings, answers, clock, records } = tools;
  return [
    ...(storage
      ? [
          get("storage", () => storage.list()),
          post("storage/set", async (request) => {
            const { plugin, key, value } = await readChange(request, validateStorageChange);
            await storage.set(plugin, key, value);
          }),
          post("storage/delete", async (request) => {
            const { plugin, key } = await readChange(request, validateStorageDelete);
            await storage.delete(plugin, key);
          }),
        ]
      : []),
    ...(settings
      ? [
          get("settings", () => settings.list().map(viewSettings)),
          post("settings/change", async (request) => changeSettings(settings, request)),
        ]
      : []),
    ...(answers
      ? [
          get("answers", () => answers.read()),
          post("answers/write", async (request) =>
            answers.write(await readChange(request, validateCannedAnswers)),
          ),
        ]
      : []),
    ...(clock
      ? [
          get("clock", () => viewClock(clock)),
          post("clock/set", async (request) => {
            const { now } = await readChange(request, validateClockChange);
            clock.set(now ?? undefined);
            return viewClock(clock);
          }),
          post("clock/advance", async (request) => {
            clock.advance((await readChange(request, validateClockAdvance)).ms);
            return viewClock(clock);
          }),
        ]
      : []),
    ...(records
      ? [
          post("records/save", async (request) => {
            const asked = await readChange(request, validateRecordRequest);
            const { messageId, plugin } = asked;
            const saved = await records.save(findPlatform(asked.platform), messageId, plugin);
            if (saved !== undefined) return saved;
            throw new ChatPageError("NOT_KEPT", "this run is not kept any more");
          }),
          post("records/test", async (request) => {
            const { platform } = await readChange(request, validateTestRequest);
            const test = await records.test(findPlatform(platform));
            if (test !== undefined) return test;
            throw new ChatPageError("EMPTY_CHAT", "nothing was said here yet");
          }),
        ]
      : []),
  ];
}

/** A plugin's settings for the page; a password is replaced by whether it is set. */
function viewSettings({ plugin, fields, values, changed }: PluginSettings): object {
  const hidden = fields.filter(({ type }) => type === "password").map(({ key }) => key);
  const shown = fields
    .filter(({ key }) => !hidden.includes(key))
    .map(({ key }) => [key, values[key] ?? null]);
  const set = hidden.filter((key) => (values[key] ?? "") !== "");
  return {
    plugin,
    fields: fields.map((field) =>
      field.type === "password" ? { ...field, default: undefined } : field,
    ),
    values: Object.fromEntries(shown),
    passwords: set,
    changed,
  };
}

async function changeSettings(settings: SettingsTool, request: Request): Promise<void> {
  const { plugin, values } = await readChange(request, validateSettingsChange);
  const found = settings.list().find((one) => one.plugin === plugin);
  if (found === undefined) throw new ChatPageError("NOT_FOUND", `there is no plugin "${plugin}"`);
  checkSettings(found.fields, values);
  const changes = Object.entries(values).map(([key, value]) => [key, value ?? undefined]);
  settings.change(plugin, Object.fromEntries(changes));
}

function viewClock(clock: ClockTool): object {
  return { now: clock.now(), offset: clock.offset() };
}
