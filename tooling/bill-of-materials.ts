/**
 * Writes a CycloneDX file for each published package to `packed/`. It lists the package's dependencies and bundled
 * packages, with version, license and hash. Needs the output of `build`.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLockedHashes } from "./locked-hashes.ts";
import { pnpmCommand } from "./pnpm-command.ts";
import { publishedPackages, root } from "./published-packages.ts";
import type { ThirdParty } from "./third-party.ts";

interface Component {
  readonly "bom-ref": string;
  readonly [field: string]: unknown;
}

interface Bill {
  readonly metadata: { readonly component: Component & { readonly name: string; readonly version: string } };
  readonly components?: readonly Component[];
  readonly dependencies?: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

const hashes = readLockedHashes();

function toComponent({ name, version, licence }: Omit<ThirdParty, "notice">): Component {
  const [scope = "", plain = ""] = name.startsWith("@") ? name.split("/") : ["", name];
  const purl = `pkg:npm/${scope === "" ? "" : `${encodeURIComponent(scope)}/`}${plain}@${version}`;
  const content = Buffer.from(hashes.get(`${name}@${version}`) ?? "", "base64").toString("hex");
  return {
    type: "library",
    "bom-ref": purl,
    ...(scope === "" ? {} : { group: scope }),
    name: plain,
    version,
    purl,
    hashes: [{ alg: "SHA-512", content }],
    licenses: [{ license: { id: licence } }],
    properties: [{ name: "threadline:bundled", value: "true" }],
  };
}

const folder = join(root, "packed");
mkdirSync(folder, { recursive: true });
const [pnpm, ...before] = pnpmCommand();
for (const { name, folder: place } of await publishedPackages()) {
  const parameters = [...before, "--filter", name, "sbom", "--sbom-format", "cyclonedx", "--prod"];
  const text = execFileSync(pnpm, parameters, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  const bill = JSON.parse(text) as Bill;
  const { component } = bill.metadata;
  const known = new Set((bill.components ?? []).map((each) => each["bom-ref"]));
  const bundled = readBundled(place)
    .map(toComponent)
    .filter((each) => !known.has(each["bom-ref"]));
  const refs = bundled.map((each) => each["bom-ref"]);
  const ofOthers = (bill.dependencies ?? []).filter(({ ref }) => ref !== component["bom-ref"]);
  const own = (bill.dependencies ?? []).find(({ ref }) => ref === component["bom-ref"])?.dependsOn ?? [];
  const whole = {
    ...bill,
    components: [...(bill.components ?? []), ...bundled],
    dependencies: [...ofOthers, { ref: component["bom-ref"], dependsOn: [...own, ...refs] }],
  };
  const file = `${name.replace(/^@/u, "").replace("/", "-")}-${component.version}.cdx.json`;
  writeFileSync(join(folder, file), `${JSON.stringify(whole, null, 2)}\n`);
  console.log(`${file}: ${known.size} installed dependencies, ${bundled.length} bundled packages`);
}

function readBundled(place: string): Omit<ThirdParty, "notice">[] {
  try {
    return JSON.parse(readFileSync(join(root, place, "dist/third-party.json"), "utf8")) as Omit<ThirdParty, "notice">[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
