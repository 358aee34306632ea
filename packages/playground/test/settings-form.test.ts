/** @module-tag long */
import type { ConfigSchemaItem } from "@botwright/core";
import type { PluginSettings, SettingsTool } from "@botwright/playground";
import { type Browser, chromium, type Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM } from "../../console/test/chromium.ts";
import { openTool } from "./browse-page.ts";

const CONFIRMATION = "From the next message on.";

const FIELDS: readonly ConfigSchemaItem[] = [
  { key: "name", label: "Name", type: "text" },
  { key: "key", label: "Key", type: "password" },
  { key: "days", label: "Days", type: "number" },
  { key: "isLoud", label: "Loud", type: "boolean" },
  { key: "tone", label: "Tone", type: "select", options: [{ value: "low", label: "Low" }] },
];
const DEFAULTS = { name: "ann", key: undefined, days: 1, isLoud: false, tone: undefined };

let browser: Browser;

interface OpenedSettings {
  /** The values that the host has beyond the defaults, by plugin. */
  readonly values: Map<string, Record<string, unknown>>;
  /** The form of a plugin. */
  readonly formOf: (plugin: string) => Locator;
  /** Shows a notice, after which each tool asks what there is now. */
  readonly notify: () => void;
}

/** Opens the panel with the settings of two plugins. */
async function openSettings(): Promise<OpenedSettings> {
  const values = new Map<string, Record<string, unknown>>([
    ["poll", {}],
    ["quiz", {}],
  ]);
  const settings: SettingsTool = {
    list: () =>
      [...values].map(([plugin, changed]): PluginSettings => ({
        plugin,
        fields: FIELDS,
        values: { ...DEFAULTS, ...changed },
        changed: Object.keys(changed),
      })),
    change(plugin, given) {
      const all = Object.entries({ ...values.get(plugin), ...given });
      values.set(plugin, Object.fromEntries(all.filter(([, value]) => value !== undefined)));
    },
  };
  const { page, chat } = await openTool(browser, "settings", { settings });
  const formOf = (plugin: string): Locator =>
    page.locator("#tool-settings form").filter({ hasText: plugin });
  await formOf("quiz").waitFor();
  return {
    values,
    formOf,
    notify: () => chat.notify({ kind: "done", text: { en: "read again", zh: "已重新读取" } }),
  };
}

const valueOf = (form: Locator, label: string): Promise<string> =>
  form.getByLabel(label).inputValue();
const statusOf = (form: Locator): Promise<string | null> => form.getByRole("status").textContent();

describe.skipIf(CHROMIUM === undefined)("the forms of the settings", () => {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM ?? "", args: ["--no-sandbox"] });
  });
  afterAll(() => browser.close());

  test("stay as they are when one of them is applied, and the confirmation stays", async () => {
    const { values, formOf, notify } = await openSettings();
    const [poll, quiz] = [formOf("poll"), formOf("quiz")];
    await quiz.getByLabel("Name").fill("begun");
    await quiz.getByLabel("Loud").check();
    await poll.getByLabel("Name").fill("ben");
    await poll.getByLabel("Key").fill("s3cret");
    await poll.getByLabel("Tone").selectOption("Low");
    const status = await poll.getByRole("status").elementHandle();
    await poll.getByLabel("Name").press("Enter");
    // The page has asked what the values are now.
    await poll.getByText("It is set; leave it empty to keep it.").waitFor();
    expect(values.get("poll")).toEqual({ name: "ben", key: "s3cret", tone: "low" });
    expect([await valueOf(poll, "Name"), await valueOf(poll, "Key")]).toEqual(["ben", ""]);
    expect(await poll.locator(":focus").count()).toBe(1);
    // And once more.
    values.set("quiz", { days: 5 });
    notify();
    await expect.poll(() => valueOf(quiz, "Days")).toBe("5");
    // A screen reader announces what is written into an element that was there before.
    expect([await status?.isVisible(), await status?.textContent()]).toEqual([true, CONFIRMATION]);
    expect(await valueOf(quiz, "Name")).toBe("begun");
    expect(await quiz.getByLabel("Loud").isChecked()).toBe(true);
    await quiz.getByLabel("Days").fill("3");
    await quiz.getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => statusOf(quiz)).toBe(CONFIRMATION);
    expect(values.get("quiz")).toEqual({ name: "begun", days: 3, isLoud: true });
    expect(values.get("poll")).toEqual({ name: "ben", key: "s3cret", tone: "low" });
  });

  test("show other values of the host, except where a person has typed", async () => {
    const { values, formOf, notify } = await openSettings();
    const poll = formOf("poll");
    await poll.getByLabel("Name").fill("begun");
    values.set("poll", { name: "file", days: 7, isLoud: true, tone: "low" });
    notify();
    await expect.poll(() => valueOf(poll, "Days")).toBe("7");
    expect(await valueOf(poll, "Name")).toBe("begun");
    expect(await poll.getByLabel("Loud").isChecked()).toBe(true);
    expect(await poll.getByLabel("Tone").locator("option").allTextContents()).toEqual(["Low"]);
    await poll.getByRole("button", { name: "Apply" }).click();
    await expect.poll(() => statusOf(poll)).toBe(CONFIRMATION);
    expect(values.get("poll")).toMatchObject({ name: "begun", days: 7 });
    values.delete("quiz");
    notify();
    await expect.poll(() => formOf("quiz").count()).toBe(0);
    expect(await statusOf(poll)).toBe(CONFIRMATION);
  });

  test("show what the host has once a change is taken back; typing ends the confirmation", async () => {
    const { values, formOf } = await openSettings();
    const [poll, quiz] = [formOf("poll"), formOf("quiz")];
    const takeBack = poll.getByRole("button", { name: "Take back" });
    expect(await takeBack.isVisible()).toBe(false);
    await poll.getByLabel("Name").fill("ben");
    await quiz.getByLabel("Name").fill("begun");
    await poll.getByRole("button", { name: "Apply" }).click();
    await takeBack.waitFor();
    await poll.getByLabel("Name").fill("");
    expect(await statusOf(poll)).toBe("");
    await takeBack.press("Enter");
    await takeBack.waitFor({ state: "hidden" });
    expect(values.get("poll")).toEqual({});
    expect([await valueOf(poll, "Name"), await statusOf(poll)]).toEqual(["ann", CONFIRMATION]);
    expect(await poll.locator(":focus").count()).toBe(1);
    expect(await valueOf(quiz, "Name")).toBe("begun");
  });
});
