import { BotwrightError, invalidInput } from "@botwright/core";
import type { ConfigurationSnapshot } from "../models/snapshot.ts";
import type { ModelRecord } from "../models/model-record.ts";

/** A model that the proxy offers. */
export interface FreeModel {
  /** The model's name. */
  readonly id: string;
  /** The name of its provider. */
  readonly provider: string;
}

/** Lists the free models that can chat, in their order. */
export function listFreeModels({ models }: ConfigurationSnapshot): FreeModel[] {
  return freeModels(models).map(({ model_name: id, provider }) => ({ id, provider }));
}

/**
 * Finds the model of a request.
 *
 * @param name absent: the host's default model, or else its first free chat model
 * @throws {BotwrightError} `INVALID_INPUT` when it is unknown or not free; `NO_FREE_MODEL` when the host has
 * none
 */
export function findFreeModel(
  { models, settings }: ConfigurationSnapshot,
  name: string | undefined,
): ModelRecord {
  const free = freeModels(models);
  if (name !== undefined) {
    const named = free.find(({ model_name: id }) => id === name);
    if (named !== undefined) return named;
    throw invalidInput("model must be one of those that GET /api/plugins/free-models lists");
  }
  const chosen =
    free.find(({ model_name: id }) => id === settings.default_model) ??
    free.find(({ category }) => category === "chat") ??
    free[0];
  if (chosen !== undefined) return chosen;
  throw new BotwrightError("this host has no free model", { code: "NO_FREE_MODEL" });
}

/** The free models, without image models, which cannot chat. */
function freeModels(models: readonly ModelRecord[]): ModelRecord[] {
  return models.filter(({ is_free: isFree, category }) => isFree && category !== "image");
}
