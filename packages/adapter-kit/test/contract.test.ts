import { adapterContract } from "@botwright/adapter-kit/contract";
import { describe, expect, test } from "vitest";
import { CAPABILITIES, type Defect, openToyPlatform } from "./toy-platform.ts";

function casesOf(defect?: Defect) {
  return adapterContract({ capabilities: CAPABILITIES, open: () => openToyPlatform(defect) });
}

describe("the adapter contract", () => {
  test.concurrent.each(casesOf())("a right adapter: $name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  const defects: { defect: Defect; breaks: string }[] = [
    { defect: "acknowledges early", breaks: "acknowledges only what the sink has taken" },
    { defect: "acknowledges on stop", breaks: "stops promptly while the sink hangs" },
    { defect: "new ids", breaks: "goes on after a restart" },
    { defect: "reverses", breaks: "hands over one user's messages in order" },
    { defect: "goes on after stop", breaks: "receives nothing after a stop" },
    { defect: "loses quotes", breaks: "hands over what is quoted" },
    { defect: "seconds", breaks: "delivers text" },
    { defect: "empty downloads", breaks: "delivers file" },
    { defect: "cuts long text", breaks: "sends a text that is far too long" },
    { defect: "sends at once", breaks: "keeps the order of sends" },
    { defect: "plain errors", breaks: "rejects a refused send" },
    { defect: "plain errors", breaks: "rejects with a typed error when the platform is gone" },
    { defect: "noisy typing", breaks: "is silent about typing" },
    { defect: "tells the token", breaks: "tells no secret" },
    { defect: "logs the token", breaks: "tells no secret" },
    { defect: "other capabilities", breaks: "declares its capabilities" },
    { defect: "throws at gaps", breaks: "ignores what the platform lacks" },
    { defect: "renames files", breaks: "sends file" },
  ];
  test.concurrent.each(defects)("finds an adapter that $defect: $breaks", async (row) => {
    const broken = casesOf(row.defect).filter(({ name }) => name.startsWith(row.breaks));
    expect(broken).toHaveLength(1);
    await expect(broken[0]?.run()).rejects.toBeInstanceOf(Error);
  });
});
