import typia from "typia";
import type { Validation } from "@botwright/core";
import type { DemoChatRequest, DemoImageRequest } from "../src/demo/demo-types.ts";

/** Checks the body of `POST /v1/chat/completions`. */
export const validateDemoChat: (input: unknown) => Validation<DemoChatRequest> =
  typia.createValidate<DemoChatRequest>();

/** Checks the body of `POST /v1/images/generations`. */
export const validateDemoImage: (input: unknown) => Validation<DemoImageRequest> =
  typia.createValidate<DemoImageRequest>();
