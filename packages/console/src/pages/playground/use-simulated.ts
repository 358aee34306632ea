import { useData } from "../../ui/data/use-data.ts";
import { hasSimulators, readCredentials } from "./simulators.ts";

/**
 * What a bot of a platform is bound with on this host's simulators; `undefined` where the host has none, or
 * does not yet know.
 */
export function useSimulated(platform: string): Readonly<Record<string, string>> | undefined {
  return useData(async () => {
    if (!(await hasSimulators())) return undefined;
    return (await readCredentials())[platform] ?? {};
  }, [platform]).data;
}
