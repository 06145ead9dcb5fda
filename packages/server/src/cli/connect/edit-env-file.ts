/** Sets a variable of an `.env` file, or removes it if `value` is undefined. Other lines stay as they are. */
export function editEnvFile(text: string, name: string, value: string | undefined): string {
  const lines = text === "" ? [] : text.replace(/\n$/u, "").split("\n");
  const isSet = (line: string): boolean => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, "u").test(line);
  const index = lines.findIndex(isSet);
  const others = lines.filter((line) => !isSet(line));
  if (value !== undefined) others.splice(index === -1 ? others.length : index, 0, `${name}=${value}`);
  return others.length === 0 ? "" : `${others.join("\n")}\n`;
}

/** Returns the value of a variable in an `.env` file; undefined if it is not set. */
export function readEnvFile(text: string, name: string): string | undefined {
  const line = text.split("\n").findLast((each) => new RegExp(`^\\s*(?:export\\s+)?${name}\\s*=`, "u").test(each));
  return line?.slice(line.indexOf("=") + 1).trim();
}
