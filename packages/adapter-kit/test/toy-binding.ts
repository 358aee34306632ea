import { createAdapterLifecycle, readCredentials } from "@botwright/adapter-kit";
import {
  type AdapterOptions,
  type BindingField,
  createMemoryAdapterState,
  InvalidInputError,
  type PlatformBinding,
  silentLogger,
  systemClock,
} from "@botwright/core";
import { createToyAdapter, TEXT_LIMITS } from "./toy-adapter.ts";
import { TOKEN, type ToyApi } from "./toy-platform.ts";

/** What a binding can do wrong. */
export type BindingDefect =
  | "shows its secret"
  | "has no transport"
  | "has other text limits"
  | "has no Chinese"
  | "has a wrong example"
  | "generates one value"
  | "has a pattern of old"
  | "takes a bot without a name"
  | "takes any type"
  | "takes any form"
  | "shows what was entered"
  | "refuses other names"
  | "reads what is inherited"
  | "calls the platform at once"
  | "keeps the blanks"
  | "has no account"
  | "has no status"
  | "tells the token";

export interface ToyBindingOptions extends AdapterOptions {
  readonly api: ToyApi;
}

const NAMES: ReadonlySet<string> = new Set(["bot_name", "token"]);

function fieldsWith(defect: BindingDefect | undefined): readonly BindingField[] {
  const zh = defect === "has no Chinese" ? "On the first page." : "在第一页。";
  const help = { en: "On the first page.", zh };
  const start = defect === "generates one value" ? 1 : Math.random();
  const isOld = defect === "has a pattern of old";
  return [
    {
      name: "bot_name",
      label: { en: "Name", zh: "名称" },
      help,
      secret: false,
      required: true,
      // Browsers want the stroke of a set to be escaped.
      pattern: isOld ? String.raw`[\w/(]+` : String.raw`[\w\/]+`,
      example: defect === "has a wrong example" ? "a toy" : "toy_1",
      generate: () => `toy_${start === 1 ? 1 : Math.random().toString(36).slice(2)}`,
    },
    {
      name: "token",
      label: { en: "Token", zh: "令牌" },
      help,
      secret: defect !== "shows its secret",
      required: true,
    },
  ];
}

/** A binding that keeps the contract unless it has a defect. */
export function createToyBinding(defect?: BindingDefect): PlatformBinding<ToyBindingOptions> {
  const fields = fieldsWith(defect);

  function check(given: object): string {
    const own = defect === "reads what is inherited" ? { ...spread(given) } : given;
    if (defect === "refuses other names") {
      const other = Object.keys(given).find((name) => !NAMES.has(name));
      if (other !== undefined) throw invalid(`there is no ${other}`);
    }
    const lenient = fields.map((field): BindingField => {
      const { pattern: _, ...open } = field;
      if (defect === "takes a bot without a name") return { ...field, required: false };
      return defect === "takes any form" || defect === "shows what was entered" ? open : field;
    });
    const texts = defect === "takes any type" ? mapToText(own) : own;
    const read = readCredentials(lenient, texts);
    const name = read("bot_name");
    if (defect === "shows what was entered" && /\s/.test(name)) throw invalid(`bot_name: ${name}`);
    return defect === "keeps the blanks" ? String(Reflect.get(texts, "token")) : read("token");
  }

  return {
    platform: "telegram",
    label: { en: "Toy", zh: "玩具" },
    transports: defect === "has no transport" ? [] : ["long-polling"],
    textLimits: defect === "has other text limits" ? [] : TEXT_LIMITS,
    fields,
    accountOf: (credentials) =>
      defect === "has no account"
        ? check(credentials)
        : readCredentials(fields, credentials)("bot_name"),
    createAdapter(credentials, options) {
      const token = check(credentials);
      const { api, state = createMemoryAdapterState(), clock = systemClock } = options ?? noApi();
      const logger = options?.logger ?? silentLogger;
      const adapter = createToyAdapter({ api, defect: undefined, state, clock, logger });
      if (defect === "calls the platform at once") void api.call("look", "", () => {});
      const { onStatus, start, stop } = createAdapterLifecycle({
        service: "Toy",
        advice: {
          en: defect === "tells the token" ? `Try another than ${token}.` : "Look at the token.",
          zh: "请检查令牌。",
        },
        logger,
        async connect(sink) {
          if (token !== TOKEN) throw invalid("this is not the token");
          await adapter.start(sink);
          return { stop: () => adapter.stop() };
        },
      });
      return { ...adapter, start, stop, ...(defect !== "has no status" && { onStatus }) };
    },
  };
}

function noApi(): never {
  throw new Error("a toy needs its platform");
}

function spread(given: object): object {
  const inherited: unknown = Object.getPrototypeOf(given);
  return { ...Object(inherited), ...given };
}

function mapToText(given: object): object {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
}

function invalid(message: string): InvalidInputError {
  return new InvalidInputError(message, { code: "INVALID_INPUT" });
}
