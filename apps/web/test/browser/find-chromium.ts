import { execFileSync } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";

export interface Chromium {
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
}

const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const cache = join(import.meta.dirname, "../../node_modules/.cache");

/**
 * Returns the browser in `CHROMIUM_PATH`, or else the workspace's browser (Linux x64), or else a browser on the path.
 * Null if there is none.
 */
export function findChromium(): Chromium | null {
  const { CHROMIUM_PATH, PATH = "" } = process.env;
  const env = inheritedEnvironment();
  if (CHROMIUM_PATH) return { executablePath: CHROMIUM_PATH, env };
  if (process.platform === "linux" && process.arch === "x64") return unpackChromium(env);
  const found = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  const executablePath = found.find(isExecutable);
  return executablePath === undefined ? null : { executablePath, env };
}

/** Unpacks the browser package, with its libraries and fonts, unless that was done before. */
function unpackChromium(env: Readonly<Record<string, string>>): Chromium {
  const entry = createRequire(import.meta.url).resolve("@sparticuz/chromium");
  const manifest = readFileSync(join(dirname(entry), "../package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { readonly version: string }; // every manifest has a version
  const folder = join(cache, `chromium-${version}`);
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    const unpacked = mkdtempSync(`${folder}-`);
    // The package unpacks into the folder for temporary files. It unpacks its libraries only on AWS Lambda, which
    // `AWS_EXECUTION_ENV` simulates.
    execFileSync(process.execPath, ["--input-type=module", "--eval", unpack, entry], {
      env: { ...env, TMPDIR: unpacked, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" },
    });
    writeFileSync(join(unpacked, "fonts/fonts.conf"), fontSettings);
    try {
      renameSync(unpacked, folder);
    } catch {
      // Another process has created the folder in the meantime.
      rmSync(unpacked, { recursive: true });
    }
  }
  return {
    executablePath: join(folder, "chromium"),
    env: {
      ...env,
      LD_LIBRARY_PATH: join(folder, "al2023/lib"),
      FONTCONFIG_PATH: join(folder, "fonts"),
      XDG_CACHE_HOME: join(folder, "cache"),
      // All machines test with the same language. Browsers report this one as `en-US@posix`, which is not a valid
      // language tag, so the UI must handle the most difficult case.
      LC_ALL: "C",
    },
  };
}

const unpack = `
  const { default: chromium } = await import(process.argv[1]);
  await chromium.executablePath();
`;

/** Font configuration with only the bundled fonts, so that pages look the same on all machines. */
const fontSettings = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fonts</cachedir></fontconfig>
`;

export function inheritedEnvironment(): Record<string, string> {
  const pairs = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return Object.fromEntries(pairs);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
