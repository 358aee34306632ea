import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { cruise, type ICruiseResult, type IFlattenedRuleSet } from "dependency-cruiser";
import { describe, expect, test } from "vitest";
import { drawPackageGraph } from "../scripts/package-graph.ts";
import { ALLOWED_IMPORTS, packageFolders, roleOf, root } from "./repository.ts";

/** "adapter-*" as a pattern for folder names; the kit is no adapter. */
const pattern = (role: string): string => (role === "adapter-*" ? "adapter-(?!kit/)[^/]+" : role);

/**
 * The folders of the sandbox's sources, each with the others that it may import. `main` is the host's
 * thread, which runs no machine; `protocol` has what two threads share, and so the code of none.
 */
const SANDBOX_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  main: ["protocol", "generated"],
  worker: ["machine", "protocol", "generated"],
  machine: ["protocol", "generated"],
  protocol: ["generated"],
};

/** One rule per folder of the sandbox: its files reach itself and the folders that it may import. */
function sandboxRules(): NonNullable<IFlattenedRuleSet["forbidden"]> {
  return Object.entries(SANDBOX_FOLDERS).map(([folder, allowed]) => ({
    name: `sandbox-${folder}`,
    severity: "error" as const,
    from: { path: `^packages/sandbox/src/${folder}/` },
    to: {
      path: "^packages/sandbox/src/",
      pathNot: [folder, ...allowed].map((other) => `^packages/sandbox/src/${other}/`),
    },
  }));
}

/** One rule per package: its sources reach itself, the packages its arrows point to, and npm. */
function layerRules(folders: readonly string[]): IFlattenedRuleSet {
  return {
    forbidden: [
      ...folders.map((folder) => ({
        name: `arrows-of-${folder}`,
        severity: "error" as const,
        from: { path: `^packages/${folder}/(src|guest)/` },
        to: {
          path: "^(packages|examples|test)/",
          pathNot: [folder, ...(ALLOWED_IMPORTS[roleOf(folder)] ?? [])].map(
            (role) => `^packages/${pattern(role)}/`,
          ),
        },
      })),
      ...sandboxRules(),
      {
        name: "no-circles",
        severity: "error" as const,
        from: {},
        // Those by types only too: who reads one of the files would have to read them all.
        to: { circular: true },
      },
      {
        name: "resolvable",
        severity: "error" as const,
        from: {},
        to: { couldNotResolve: true },
      },
    ],
  };
}

async function findViolations(baseDir: string, folders: readonly string[]): Promise<string[]> {
  const { output } = await cruise(
    // The sandbox's guest is a tree of its own: nothing imports it but its bundle.
    folders
      .flatMap((folder) => [`packages/${folder}/src`, `packages/${folder}/guest`])
      .filter((folder) => existsSync(`${baseDir}/${folder}`)),
    {
      baseDir,
      validate: true,
      ruleSet: layerRules(folders),
      doNotFollow: { path: "node_modules" },
      exclude: { path: "/(dist|fixtures|\\.regenerated)/" },
      tsPreCompilationDeps: true,
      enhancedResolveOptions: {
        exportsFields: ["exports"],
        conditionNames: ["@botwright/source", "import", "node", "default"],
      },
    },
  );
  if (typeof output === "string") throw new Error(output);
  return summarize(output);
}

function summarize({ summary }: ICruiseResult): string[] {
  if (summary.totalCruised === 0) throw new Error("nothing was looked at");
  return summary.violations.map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`);
}

describe("layers", () => {
  test("every import follows an arrow of the architecture, and none goes in a circle", async () => {
    expect(await findViolations(root, packageFolders)).toEqual([]);
  });

  test("the check sees an import against the arrows, one between threads, and a circle", async () => {
    const found = await findViolations(`${root}/test/fixtures/layers`, ["core", "host", "sandbox"]);
    expect(found.toSorted()).toEqual([
      "arrows-of-core: packages/core/guest/main.ts → packages/host/src/index.ts",
      "arrows-of-core: packages/core/src/index.ts → packages/host/src/index.ts",
      "no-circles: packages/core/src/index.ts → packages/host/src/index.ts",
      "sandbox-main: packages/sandbox/src/main/host.ts → packages/sandbox/src/machine/machine.ts",
      "sandbox-protocol: packages/sandbox/src/protocol/message.ts → packages/sandbox/src/main/limit-type.ts",
      "sandbox-worker: packages/sandbox/src/worker/worker.ts → packages/sandbox/src/main/limit.ts",
    ]);
  });

  test("every package has a place in the architecture", () => {
    expect(
      packageFolders.filter((folder) => !Object.hasOwn(ALLOWED_IMPORTS, roleOf(folder))),
    ).toEqual([]);
  });
});

test("the picture of the packages is drawn from these dependencies", async () => {
  const picture = await readFile(`${root}/docs/images/packages.svg`, "utf8");
  expect(picture, "run: node scripts/package-graph.ts").toBe(drawPackageGraph());
});
