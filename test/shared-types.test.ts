import type * as kit from "@botwright/adapter-kit/contract";
import type * as simulators from "@botwright/simulators";
import { expectTypeOf, test } from "vitest";

/**
 * The contract suite of the adapter kit cannot import the simulators, and the simulators import no
 * package that they test: each declares what passes between them. `pnpm typecheck` compares both.
 */
test("contract suite and simulators have the same types of messages", () => {
  expectTypeOf<kit.MediaInput>().toEqualTypeOf<simulators.MediaInput>();
  expectTypeOf<kit.MediaContent>().toEqualTypeOf<simulators.MediaContent>();
  expectTypeOf<kit.QuoteInput>().toEqualTypeOf<simulators.QuoteInput>();
  expectTypeOf<kit.UserMessage>().toEqualTypeOf<simulators.UserMessage>();
  expectTypeOf<kit.SentMessage>().toEqualTypeOf<simulators.SentMessage>();
});
