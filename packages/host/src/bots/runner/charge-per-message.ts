import { type AIService, InfrastructureError, type ServicesFor } from "@botwright/core";
import type { PostgresInbox } from "../../inbox/postgres-inbox.ts";

/**
 * Makes the services charge calls of models under keys that contain the row id of the message. The platform's message
 * id is not enough, because a later message may have the same id: after the first row was deleted for its age, after
 * the bot was bound anew, or because whoever may send callbacks of WeCom chooses the ids. The ledger would then regard
 * the calls of the later message as paid. While the earlier message is still handled, opening the services fails with
 * `INFRASTRUCTURE_FAILED`, so that the inbox handles the later message again after a pause.
 *
 * The keys are those of the ledger, of the log of uses and of the count of pictures per day. Other values that derive
 * from the id of a run, such as the key of a send, are deleted with the message or soon after.
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
    // A key of core ends with a number, so `@` separates it from the row id without ambiguity.
    forEffect: (key, isRepeat) => service.forEffect?.(`${key}@${row}`, isRepeat) ?? service,
  };
}

function notAlone(): InfrastructureError {
  return new InfrastructureError("an earlier message with the same id is still handled");
}
