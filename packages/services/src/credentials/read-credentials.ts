import { BotwrightError, type Platform, type PlatformCredentials } from "@botwright/core";

/**
 * Reads the known fields of credentials from JSON.
 *
 * @throws {BotwrightError} `CREDENTIALS_INVALID`, without the values
 */
export function readCredentials(platform: Platform, json: string): PlatformCredentials | null {
  const fields = parse(platform, json);
  const text = (name: string): string => {
    const value: unknown = Reflect.get(fields, name);
    if (typeof value === "string") return value;
    throw invalid(platform, `has no ${name}`);
  };
  switch (platform) {
    case "feishu":
      return { app_id: text("app_id"), app_secret: text("app_secret") };
    case "wecom":
      return { corp_id: text("corp_id"), agent_id: text("agent_id"), secret: text("secret") };
    case "dingtalk":
      return {
        app_key: text("app_key"),
        app_secret: text("app_secret"),
        robot_code: text("robot_code"),
      };
    default:
      return null;
  }
}

function parse(platform: Platform, json: string): object {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // The parser's message would repeat the text, which is secret.
  }
  throw invalid(platform, "is no JSON object");
}

function invalid(platform: Platform, problem: string): BotwrightError {
  return new BotwrightError(
    `the stored set of ${platform} credentials ${problem}: configure them again`,
    { code: "CREDENTIALS_INVALID" },
  );
}
