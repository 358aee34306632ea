import type { ServiceConfiguration } from "../models/configuration.ts";
import { DEMO, DEMO_MODELS } from "./demo-models.ts";
import type { DemoProviders } from "./demo-providers.ts";

/** The number of images that each account of a demo may generate per day without cost. */
const FREE_IMAGES = 3;

/**
 * Adds the demo's models and its search engine to the configuration of a host: all of them at the first start, and
 * later only the new URLs of the server. It does not restore what an administrator has deleted or renamed.
 *
 * @example
 * const demo = await startDemoProviders();
 * await installDemo(configuration, demo);
 */
export async function installDemo(
  configuration: ServiceConfiguration,
  { aiBaseUrl, searchBaseUrl }: Pick<DemoProviders, "aiBaseUrl" | "searchBaseUrl">,
): Promise<void> {
  const isNew = await configuration.seed(
    {
      providers: [{ name: DEMO, base_url: aiBaseUrl }],
      models: DEMO_MODELS,
      search_providers: [{ type: "searxng", name: DEMO, base_url: searchBaseUrl }],
      free_images_per_day: FREE_IMAGES,
    },
    DEMO,
  );
  if (isNew) return;
  const { modelProviders } = configuration;
  const provider = (await modelProviders.list()).find(({ name }) => name === DEMO);
  if (provider !== undefined) await modelProviders.update(provider.id, { base_url: aiBaseUrl });
  const { search_providers: engines } = await configuration.settings();
  await configuration.changeSettings({
    search_providers: engines.map(({ id, type, name }) => ({
      id,
      type,
      ...(name === DEMO && { base_url: searchBaseUrl }),
    })),
  });
}
