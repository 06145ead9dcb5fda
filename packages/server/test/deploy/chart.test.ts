import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { knownVariables, root } from "./read-deploy.ts";
import { findProgram, needs } from "../requirements.ts";

const helm = findProgram("helm");
const chart = join(root, "deploy/helm/threadline");

interface Resource {
  readonly kind: string;
  readonly spec?: {
    readonly replicas?: number;
    readonly template?: { readonly spec: { readonly containers: readonly Container[] } };
  };
}

interface Container {
  readonly env: readonly { readonly name: string; readonly value?: string }[];
  readonly securityContext: object;
}

function render(values: string, ...sets: readonly string[]): Resource[] {
  const flags = ["--kube-version", "1.34.0", "-f", join(chart, "ci", `${values}-values.yaml`), ...sets];
  const text = execFileSync(helm ?? "", ["template", "try", chart, ...flags], { encoding: "utf8", stdio: "pipe" });
  return parseAllDocuments(text).map((document) => document.toJS() as Resource); // parsed as by Kubernetes
}

/** Skipped if helm is not installed, because building it takes minutes. */
describe("the chart", needs("helm"), () => {
  test.each(["embedded", "postgres"])("passes helm lint: %s", (values) => {
    const flags = [
      "lint",
      "--strict",
      "--kube-version",
      "1.34.0",
      chart,
      "-f",
      join(chart, "ci", `${values}-values.yaml`),
    ];
    expect(execFileSync(helm ?? "", flags, { encoding: "utf8" })).toContain("0 chart(s) failed");
  });

  test("runs one server on a volume, or any number over a database", () => {
    expect(
      render("embedded")
        .map(({ kind }) => kind)
        .toSorted(),
    ).toEqual(["ConfigMap", "Service", "ServiceAccount", "StatefulSet"]);
    const shared = render("postgres");
    expect(shared.map(({ kind }) => kind).toSorted()).toEqual([
      "ConfigMap",
      "Deployment",
      "Ingress",
      "PodDisruptionBudget",
      "Service",
      "ServiceAccount",
      "ServiceMonitor",
    ]);
    const deployment = shared.find(({ kind }) => kind === "Deployment")?.spec;
    const [container] = deployment?.template?.spec.containers ?? [];
    expect(deployment?.replicas).toBe(3);
    expect(container?.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false });
    expect(container?.env.map(({ name }) => name).filter((name) => !knownVariables.has(name))).toEqual([]);
  });

  test.each([
    ["database.existingSecret=x", "replicaCount: 1"],
    ["settings.filesUrl=s3://bucket", "files.existingSecret"],
    ["metrics.serviceMonitor.enabled=true", "metrics.existingSecret"],
    ["settings.apiKey=in-the-open", "settings"],
    ["replicas=3", "replicas"],
  ])("%s alone is rejected, with advice", (set, told) => {
    expect(() => render("embedded", "--set", set)).toThrow(told);
  });
});
