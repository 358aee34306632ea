import { adapterContract } from "@botwright/adapter-kit/contract";
import { describe, expect, test } from "vitest";
import { CAPABILITIES, createToyAdapter, type Defect } from "./toy-adapter.ts";
import { openToyPlatform, TOKEN } from "./toy-platform.ts";

function casesOf(defect?: Defect) {
  return adapterContract({
    capabilities: CAPABILITIES,
    simulator: async () => openToyPlatform(),
    options: ({ api }) => ({ api, defect }),
    create: createToyAdapter,
    users: ["ann", "bob"],
    secrets: () => [TOKEN],
    sendCall: "send",
    isSequential: true,
    // A right adapter has all the time that a busy machine may need.
    ...(defect === "endless typing" && { typingEndsInMs: 2000 }),
    async pushUnsupported(toy, from) {
      await toy.say({ from, voice: { bytes: new Uint8Array(9) } });
      return "voice";
    },
    pushForward: async (toy, from, messages) => toy.forward(from, messages),
  });
}

describe("the adapter contract", () => {
  test.concurrent.each(casesOf())("a right adapter: $name", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  const defects: { defect: Defect; breaks: string }[] = [
    { defect: "acknowledges early", breaks: "acknowledges only what the sink has accepted" },
    { defect: "acknowledges on stop", breaks: "stops promptly while the sink hangs" },
    { defect: "new ids", breaks: "goes on after a restart" },
    { defect: "reverses", breaks: "delivers one user's messages in order" },
    { defect: "goes on after stop", breaks: "receives nothing after a stop" },
    { defect: "starts after a stop", breaks: "can be stopped while it starts" },
    { defect: "starts twice", breaks: "refuses a second start" },
    { defect: "loses quotes", breaks: "delivers a quote of the user's own text" },
    { defect: "loses quotes", breaks: "delivers quotes if it declares that" },
    { defect: "seconds", breaks: "delivers plain, valid messages" },
    { defect: "reads files as text", breaks: "downloads file byte for byte" },
    { defect: "changes items", breaks: "answers a download of file" },
    { defect: "forgets what it learnt", breaks: "answers a download of file" },
    { defect: "sends files as text", breaks: "sends file byte for byte" },
    { defect: "sends files as text", breaks: "sends back the file" },
    { defect: "renames files", breaks: "sends file byte for byte" },
    { defect: "cuts long text", breaks: "splits Chinese text" },
    { defect: "splits characters", breaks: "splits emoji" },
    { defect: "splits characters", breaks: "splits a row of flags" },
    { defect: "half a limit", breaks: "sends a text of exactly the limit whole" },
    { defect: "hides broken uploads", breaks: "tells an upload of file that breaks off" },
    { defect: "uploads first", breaks: "sends files up to the limits" },
    { defect: "sends at once", breaks: "keeps the order of sends that are not awaited" },
    { defect: "sends what was given up", breaks: "sends nothing that was given up" },
    { defect: "sends twice", breaks: "shows once what it sent again" },
    { defect: "plain errors", breaks: "reports a user who cannot be written to" },
    { defect: "plain errors", breaks: "reports a platform that cannot be reached" },
    { defect: "noisy typing", breaks: "is silent about typing" },
    { defect: "endless typing", breaks: "shows and ends the typing indicator" },
    { defect: "tells the token", breaks: "reveals no secret" },
    { defect: "logs the token", breaks: "reveals no secret" },
    { defect: "other capabilities", breaks: "declares its capabilities" },
    { defect: "trusts references", breaks: "refuses media references that were changed" },
    { defect: "trims references", breaks: "refuses media references that were changed" },
    { defect: "asks before it checks", breaks: "refuses media references that were changed" },
    { defect: "forgets its key", breaks: "takes a media reference from before a restart" },
    { defect: "shares its key", breaks: "refuses a media reference of another bot" },
    { defect: "takes any chat's media", breaks: "refuses the media of another chat" },
    { defect: "tells of other chats", breaks: "refuses the media of another chat" },
    { defect: "ignores the limit", breaks: "holds the caller's limit" },
    { defect: "follows any token", breaks: "sends to the chat that is named" },
    { defect: "splits receivers", breaks: "takes a receiver for one id" },
    { defect: "keeps names as they are", breaks: "sends files under names" },
    { defect: "says nothing of unknown kinds", breaks: "drops a message of an unsupported kind" },
    { defect: "delivers unknown kinds", breaks: "drops a message of an unsupported kind" },
    { defect: "joins forwards", breaks: "delivers a forward as text" },
    { defect: "throws at gaps", breaks: "sends the kinds that it declares" },
  ];
  test.concurrent.each(defects)("finds an adapter that $defect: $breaks", async (row) => {
    const broken = casesOf(row.defect).filter(({ name }) => name.startsWith(row.breaks));
    expect(broken).toHaveLength(1);
    await expect(broken[0]?.run()).rejects.toBeInstanceOf(Error);
  });
});
