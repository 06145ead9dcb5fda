import { useFormats } from "../../messages/formats.ts";
import { gibibytesOf } from "./read-limit.ts";
import { useUsageText } from "./usage-messages.ts";

/** Size in bytes from which {@link useStorageText} uses GiB: 0.01 GiB. */
const fromBytes = 2 ** 30 / 100;

/** Returns a function that formats a size in GiB, the unit in which quotas are set. Small sizes have other units. */
export function useStorageText(): (bytes: number) => string {
  const t = useUsageText();
  const formats = useFormats();
  return (bytes) =>
    bytes === 0 || bytes >= fromBytes
      ? t("gibibytes", { amount: formats.number(Number(gibibytesOf(bytes))) })
      : formats.size(bytes);
}
