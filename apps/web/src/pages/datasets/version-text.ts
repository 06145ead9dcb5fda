import { useFormats } from "../../messages/formats.ts";
import { useDatasetsText } from "./messages.ts";
import type { ListedVersion } from "./use-versions.ts";

export function useVersionText(): (version: ListedVersion) => string {
  const t = useDatasetsText();
  const formats = useFormats();
  return ({ version, createdAt, added, updated, deleted }) => {
    const changes = [
      added > 0 && `+${formats.number(added)}`,
      updated > 0 && `~${formats.number(updated)}`,
      deleted > 0 && `−${formats.number(deleted)}`,
    ].filter((part) => part !== false);
    return t("versionOption", {
      version: formats.number(version),
      time: formats.dateTime(createdAt),
      changes: changes.join(" "),
    });
  };
}
