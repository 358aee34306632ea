import { BotwrightError, cutText, invalidInput } from "@botwright/core";
import type { Insertable, Kysely, Selectable, Transaction } from "kysely";
import type { AIModelTable } from "../database/tables/models.ts";
import type { Schema } from "../database/schema.ts";
import { refuseDuplicate } from "../database/constraints.ts";
import type { ChangeConfiguration } from "./change-configuration.ts";
import { checkCount, checkDecimal, checkLine, checkWord, MAX_LINE } from "./check-fields.ts";
import type { ModelRecord, NewModel } from "./model-record.ts";

/** The models of the host, for administrators. */
export interface Models {
  /** All models, in their order. */
  list(): Promise<ModelRecord[]>;
  /** @throws {BotwrightError} `INVALID_INPUT`, `MODEL_NAME_TAKEN` */
  create(model: NewModel): Promise<ModelRecord>;
  /**
   * Changes the given fields. A model that had no price and is given one is no longer free, unless `is_free` is
   * given as well.
   *
   * @throws {BotwrightError} `INVALID_INPUT`, `MODEL_NAME_TAKEN`, `MODEL_NOT_FOUND`
   */
  update(id: number, changes: Partial<NewModel>): Promise<ModelRecord>;
  /** @throws {BotwrightError} `MODEL_NOT_FOUND` */
  remove(id: number): Promise<void>;
}

/** The highest price in USD. A higher one is a mistake, and charges beyond 2^53 credits cannot be computed. */
const MAX_PRICE = 1_000_000;
const MAX_MULTIPLIER = 1000;
const MAX_ORDER = 1_000_000;

/** Creates the administration of models. */
export function createModels(db: Kysely<Schema>, change: ChangeConfiguration): Models {
  return {
    list: () => readModels(db),
    create: (model) =>
      change(async (trx) => {
        const insert = trx
          .insertInto("ai_model")
          .values(await toRow(trx, withDefaults(model)))
          .returning("id");
        const { id } = await refuseDuplicate(insert.executeTakeFirstOrThrow(), () =>
          nameTaken(model.model_name),
        );
        return readModel(trx, id);
      }),
    update: (id, changes) =>
      change(async (trx) => {
        await trx.selectFrom("ai_model").select("id").where("id", "=", id).forUpdate().execute();
        const before = await readModel(trx, id);
        const model = { ...before, ...changes };
        const { is_free = before.is_free && (hasNoPrice(model) || !hasNoPrice(before)) } = changes;
        const update = trx
          .updateTable("ai_model")
          .set({ ...(await toRow(trx, { ...model, is_free })), updated_at: new Date() })
          .where("id", "=", id);
        await refuseDuplicate(update.execute(), () => nameTaken(model.model_name));
        return readModel(trx, id);
      }),
    remove: (id) =>
      change(async (trx) => {
        const { numDeletedRows } = await trx
          .deleteFrom("ai_model")
          .where("id", "=", id)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw notFound();
      }),
  };
}

/** Whether a model is free unless an administrator says otherwise. */
function hasNoPrice({
  input_price,
  output_price,
}: Pick<Required<NewModel>, "input_price" | "output_price">): boolean {
  return Number(input_price) === 0 && Number(output_price) === 0;
}

/** Adds the defaults of a new model. */
function withDefaults(model: NewModel): Required<NewModel> {
  const { model_name, provider, input_price = 0, output_price = 0 } = model;
  return {
    // The names that programs use may be longer than those that people read.
    display_name: cutText(model_name, MAX_LINE),
    brand: cutText(provider, MAX_LINE),
    provider_model: model_name,
    category: "chat",
    cost_multiplier: 1,
    is_free: hasNoPrice({ input_price, output_price }),
    enabled: true,
    order: 0,
    ...model,
    input_price,
    output_price,
  };
}

/**
 * Checks a model, and makes its row.
 *
 * @throws {InvalidInputError} `INVALID_INPUT` naming the field
 */
async function toRow(
  trx: Transaction<Schema>,
  model: Required<NewModel>,
): Promise<Insertable<AIModelTable>> {
  const { category, is_free, enabled } = model;
  return {
    name: checkWord("model_name", model.model_name),
    display_name: checkLine("display_name", model.display_name),
    brand: checkLine("brand", model.brand),
    category,
    provider_id: await findProvider(trx, model.provider),
    provider_model: checkWord("provider_model", model.provider_model),
    input_price: checkDecimal("input_price", model.input_price, MAX_PRICE),
    output_price: checkDecimal("output_price", model.output_price, MAX_PRICE),
    cost_multiplier: checkDecimal("cost_multiplier", model.cost_multiplier, MAX_MULTIPLIER),
    is_free,
    enabled,
    position: checkCount("order", model.order, MAX_ORDER),
  };
}

/** Finds a provider, and locks it, so that it is not deleted before the model is inserted. */
async function findProvider(trx: Transaction<Schema>, name: string): Promise<number> {
  const row = await trx
    .selectFrom("ai_provider")
    .select("id")
    .where("name", "=", name)
    .forKeyShare()
    .executeTakeFirst();
  if (row === undefined) throw invalidInput("provider must be the name of a provider of the host");
  return row.id;
}

/** Reads all models in their order, or the one with an id. */
export async function readModels(db: Kysely<Schema>, id?: number): Promise<ModelRecord[]> {
  const rows = await db
    .selectFrom("ai_model as m")
    .innerJoin("ai_provider as p", "p.id", "m.provider_id")
    .selectAll("m")
    .select("p.name as provider")
    .$if(id !== undefined, (query) => query.where("m.id", "=", id ?? 0))
    .orderBy("m.position")
    .orderBy("m.id")
    .execute();
  return rows.map(toRecord);
}

async function readModel(db: Kysely<Schema>, id: number): Promise<ModelRecord> {
  const [row] = await readModels(db, id);
  if (row === undefined) throw notFound();
  return row;
}

function toRecord({
  name: model_name,
  position: order,
  updated_at,
  provider_id: _providerId,
  created_at: _createdAt,
  ...row
}: Selectable<AIModelTable> & { provider: string }): ModelRecord {
  return { ...row, model_name, order, updated_at: updated_at.toISOString() };
}

function notFound(): BotwrightError {
  return new BotwrightError("there is no such model", { code: "MODEL_NOT_FOUND" });
}

function nameTaken(name: string): BotwrightError {
  return new BotwrightError(`there is a model "${name}" already: choose another name`, {
    code: "MODEL_NAME_TAKEN",
  });
}
