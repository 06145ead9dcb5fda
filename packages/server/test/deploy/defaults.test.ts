import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { readDeployed, readYaml, root } from "./read-deploy.ts";

interface Composed {
  readonly services: Readonly<Record<string, Service>>;
}

interface Service {
  readonly image: string;
  readonly ports?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly read_only?: boolean;
  readonly privileged?: boolean;
}

const composed = ["embedded", "postgres-s3"].map(
  (name) => [name, readYaml<Composed>(`deploy/compose/${name}.yaml`).services] as const,
);
const secret = /PASSWORD|SECRET|TOKEN|DATABASE_URL/;

test.each(composed)("T114: compose has no default secrets, and exposes only the proxy: %s", (_name, services) => {
  const all = Object.entries(services);
  expect(all.map(([service]) => service)).toContain("threadline");
  for (const [service, { ports = [], environment = {}, privileged, image }] of all) {
    for (const [variable, value] of Object.entries(environment).filter(([key]) => secret.test(key))) {
      // A secret must come from a variable: one that is required (`:?`), one that may be empty (`:-`), or one that
      // another line of the file requires.
      const plain = value.replaceAll(/\$\{\w+(:\?[^}]*|:-)?\}/g, "");
      expect({ service, variable, password: /:[^/@:]+@/.test(plain) }).toEqual({
        service,
        variable,
        password: false,
      });
      expect({ service, variable, given: value !== plain }).toEqual({ service, variable, given: true });
    }
    const open = ports.filter((port) => !port.startsWith("127.0.0.1:"));
    expect({ service, open }).toEqual({ service, open: service === "proxy" ? ["80:80", "443:443"] : [] });
    expect(privileged ?? false).toBe(false);
    expect({ image, named: image === "threadline" || /:v?\d[\w.]*$/.test(image) }).toEqual({ image, named: true });
  }
  // Every variable that is used as `${NAME}` must be required elsewhere in the file.
  const text = JSON.stringify(services);
  const used = new Set([...text.matchAll(/\$\{(\w+)\}/g)].map(([, variable]) => variable));
  for (const variable of used) expect(text).toContain(`\${${variable}:?`);
  expect(services["threadline"]).toMatchObject({
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    read_only: true,
  });
});

test("T114: the image does not run as root, and has no secrets", () => {
  const dockerfile = readDeployed("deploy/container/Dockerfile");
  expect(dockerfile.match(/^USER .*$/gm)).toEqual(["USER 1000:1000"]);
  expect(dockerfile).not.toMatch(/^(ENV|ARG|\s).*(PASSWORD|SECRET|TOKEN|API_KEY)/m);
  // The build context contains no data, keys or git history.
  const left = readDeployed("deploy/container/Dockerfile.dockerignore").split("\n");
  expect(left).toEqual(expect.arrayContaining(["**/.git", "**/.env*", "**/*.db", "**/threadline-data"]));
});

test("T114: deploy/ has no values of secrets", () => {
  const found = globSync("deploy/**/*.*", { cwd: root }).flatMap((path) =>
    readDeployed(path)
      .split("\n")
      .filter((line) => /\b\w*(PASSWORD|SECRET|TOKEN|API_KEY)\w*[=:]\s*["']?[\w-]{8,}["']?\s*$/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
