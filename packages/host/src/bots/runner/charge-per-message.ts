import { type AIService, InfrastructureError, type ServicesFor } from "@botwright/core";
import type { PostgresInbox } from "../../inbox/postgres-inbox.ts";

/**
 * Has calls of models charged under keys that name the row of the message. The ids of platforms are not enough: a
 * message comes with the id of an earlier one when the row of that one is gone, by its age or because the bot was
 * bound anew, and whoever may send callbacks of WeCom chooses the ids. Its calls would have been paid for already.
 * While the earlier one is still handled, the services are refused with `INFRASTRUCTURE_FAILED`, and the message is
 * handled again later.
 *
 * The keys are those of the ledger, of the log of uses and of the pictures of a day. What else is derived from the id
 * of a run, such as the key of a send, is deleted with the message or soon forgotten.
 */
export function chargePerMessage(
  services: ServicesFor,
  inbox: Pick<PostgresInbox, "rowOf">,
): ServicesFor {
  return (slug, run) => {
    const opened = services(slug, run);
    const row = inbox.rowOf(run);
    if (row === undefined) throw notAlone();
    const { aiService } = opened;
    return aiService === undefined ? opened : { ...opened, aiService: ofRow(aiService, row) };
  };
}

function ofRow(service: AIService, row: number): AIService {
  return {
    callModel: (input) => service.callModel(input),
    getModelsByCategory: (category) => service.getModelsByCategory(category),
    getModelInfo: (name) => service.getModelInfo(name),
    isFreeModel: (name) => service.isFreeModel(name),
    getImageUsageToday: () => service.getImageUsageToday(),
    getFreeImageQuota: () => service.getFreeImageQuota(),
    // A key of core ends with a number.
    forEffect: (key, isRepeat) => service.forEffect?.(`${key}@${row}`, isRepeat) ?? service,
  };
}

function notAlone(): InfrastructureError {
  return new InfrastructureError("an earlier message with the same id is still handled");
}
