/**
 * Takes pictures of every page of the console, on a host with a demo that people have used for a week: light
 * and dark, wide and narrow, in both languages. `index.html` in the folder shows them side by side. Needs
 * a browser as the tests do. Run it by hand after a change of what pages look like:
 *
 *   node --conditions=@botwright/source packages/console/scripts/pictures.ts <folder> [--docs] [name …]
 *
 * `--docs` writes those of the documentation to `docs/images` too; names take only some of the pictures.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { CHROMIUM } from "../test/chromium.ts";
import { LOGINS, startPictureHost } from "./picture-host.ts";
import { listPictures, type Picture } from "./picture-list.ts";
import { fillPictures } from "./picture-state.ts";

/** How the script takes a set of pictures. */
interface Look {
  readonly theme: "light" | "dark";
  readonly width: 1280 | 380;
  readonly language: "en" | "zh";
}

const HEIGHTS = { 1280: 800, 380: 760 };

const LOOKS: readonly Look[] = (["light", "dark"] as const).flatMap((theme) =>
  ([1280, 380] as const).flatMap((width) =>
    (["en", "zh"] as const).map((language) => ({ theme, width, language })),
  ),
);

/** A picture of the documentation: its look, its height in pixels, and what is at its top. */
interface DocsPicture extends Pick<Look, "theme" | "width"> {
  readonly height: number;
  readonly top?: string;
}

/** Pictures of the documentation, in both languages. */
const IN_DOCS: Readonly<Record<string, DocsPicture>> = {
  bots: { theme: "light", width: 1280, height: 480 },
  install: { theme: "light", width: 1280, height: 720 },
  message: { theme: "light", width: 1280, height: 640 },
  "bot-answer": { theme: "light", width: 1280, height: 760 },
  "message-failed": {
    theme: "light",
    width: 380,
    height: 600,
    top: "details.run:has(.notice.error)",
  },
  credits: { theme: "dark", width: 380, height: 600, top: "#usage" },
  "own-plugin": { theme: "light", width: 1280, height: 600 },
  "admin-review": { theme: "light", width: 1280, height: 880, top: "h1" },
};

/** Pictures that are taken at the same time. */
const AT_ONCE = 2;
/** Pixels of a picture. */
const HIGHEST = 3000;

const [target, ...options] = process.argv.slice(2);
if (target === undefined) throw new Error("use: pictures.ts <folder> [--docs] [name …]");
const folder = resolve(target);
const isForDocs = options.includes("--docs");
const names = options.filter((option) => !option.startsWith("--"));
await mkdir(folder, { recursive: true });
await using host = await startPictureHost();
const all = listPictures(await fillPictures(host));
// Its types are those of browsers: the list is read, not loaded.
const pages = await readFile(new URL("../src/pages/index.ts", import.meta.url), "utf8");
for (const [, path] of pages.matchAll(/path: "([^"]+)"/g)) {
  if (!all.some(({ page }) => page === path)) throw new Error(`no picture of ${path}`);
}
const wanted = names.length === 0 ? all : all.filter(({ name }) => names.includes(name));
const browser = await chromium.launch({
  ...(CHROMIUM !== undefined && { executablePath: CHROMIUM }),
  args: ["--no-sandbox"],
});
const queue = [...LOOKS];
await Promise.all(Array.from({ length: AT_ONCE }, takeNext));
await browser.close();
await writeFile(join(folder, "index.html"), showAll());
console.log(`${wanted.length * LOOKS.length} pictures in ${folder}`);

async function takeNext(): Promise<void> {
  for (let look = queue.shift(); look !== undefined; look = queue.shift()) {
    const people = {
      demo: await open(look, "demo"),
      admin: await open(look, "admin"),
      none: await open(look, null),
    };
    for (const picture of wanted) {
      await take(people[picture.as === null ? "none" : (picture.as ?? "demo")], picture, look);
    }
  }
}

/** A browser's context of a logged-in user, with one of the looks. */
async function open({ theme, width, language }: Look, as: Picture["as"]): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: host.url,
    colorScheme: theme,
    viewport: { width, height: HEIGHTS[width] },
    locale: language === "en" ? "en-GB" : "zh-CN",
    timezoneId: "Europe/Berlin",
    reducedMotion: "reduce",
  });
  if (as) {
    const login = await context.request.post("/api/auth/sign-in/email", { data: LOGINS[as] });
    if (!login.ok()) throw new Error(await login.text());
  }
  return context;
}

function fileOf({ name }: Picture, { theme, width, language }: Look): string {
  return `${name}-${width}-${theme}-${language}.png`;
}

async function take(context: BrowserContext, picture: Picture, look: Look): Promise<void> {
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const file = join(folder, fileOf(picture, look));
  try {
    await page.goto(picture.path);
    await settle(page);
    await picture.open?.(page);
    await settle(page);
    const inDocs = IN_DOCS[picture.name];
    if (isForDocs && inDocs?.theme === look.theme && inDocs.width === look.width) {
      const name = look.language === "en" ? picture.name : `${picture.name}-zh`;
      const images = fileURLToPath(new URL("../../../docs/images/", import.meta.url));
      await page.setViewportSize({ width: look.width, height: inDocs.height });
      if (inDocs.top !== undefined) {
        const top = JSON.stringify(inDocs.top);
        await page.evaluate(`document.querySelector(${top}).scrollIntoView()`);
        await page.waitForTimeout(200);
      }
      await page.screenshot({ path: `${images}console-${name}.png` });
    }
    await showWhole(page, look.width);
    await page.screenshot({ path: file });
    await picture.leave?.(page);
  } catch (error) {
    console.error(`${file}: ${String(error)}`);
    await page.screenshot({ path: file }).catch(() => {});
  } finally {
    await page.close();
  }
}

/** Waits until nothing loads. */
async function settle(page: Page): Promise<void> {
  await page.locator("h1").first().waitFor();
  do await page.waitForTimeout(500);
  while ((await page.locator("main p.quiet[role=status]").count()) > 0);
}

/** Makes the window as high as the page, unless it shows a dialog. A page with an editor grows with its window. */
async function showWhole(page: Page, width: number): Promise<void> {
  if ((await page.locator("dialog[open]").count()) > 0) return;
  for (let shown = 0, height = HEIGHTS[380]; height > shown;) {
    shown = height;
    const whole = Number(await page.evaluate("document.documentElement.scrollHeight"));
    height = Math.min(Math.max(whole, shown), HIGHEST);
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(200);
  }
  await page.evaluate("scrollTo(0, 0)");
}

/** All pictures, one row for each. */
function showAll(): string {
  const rows = wanted.map(
    (picture) =>
      `<h2>${picture.name}</h2><p>${LOOKS.map((look) => `<img src="${fileOf(picture, look)}" height="420">`).join(" ")}</p>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>The console</title>${rows.join("\n")}`;
}
