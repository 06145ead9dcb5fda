import { useParams } from "@tanstack/react-router";
import { NotFound } from "../../ui/not-found.tsx";
import { isLogResource } from "./log-resource.ts";
import { LogView } from "./log-view.tsx";

export function LogsPage() {
  const { projectId, resource } = useParams({ from: "/projects/$projectId/logs/$resource" });
  if (!isLogResource(resource)) return <NotFound />;
  return <LogView key={resource} projectId={projectId} resource={resource} />;
}
