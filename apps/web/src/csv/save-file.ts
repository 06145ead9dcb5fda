export function saveFile(
  name: string,
  text: string,
  type: "text/csv" | "text/plain" | "application/x-ndjson" | "application/json",
): void {
  // Spreadsheets recognize UTF-8 by the byte order mark.
  const mark = type === "text/csv" ? "\uFEFF" : "";
  saveBlob(name, new Blob([mark, text], { type: `${type};charset=utf-8` }));
}

export function saveBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "-");
  link.click();
  // The download starts after this function returns, and then needs the URL. So the URL is revoked ten seconds later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
