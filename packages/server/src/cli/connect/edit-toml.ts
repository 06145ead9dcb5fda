const begin = "# >>> threadline connect";
const end = "# <<< threadline connect";

/**
 * Replaces the table `name` and its subtables in a TOML file. Writes the new table with `lines` at the end of the file,
 * between the comments `begin` and `end`. If `lines` is null, restores the table: writes its text `original` at the end
 * of the file, without these comments.
 */
export function editTomlTable(text: string, name: string, lines: readonly string[] | null, original = ""): string {
  const others = withoutTable(text, name).trimEnd();
  if (lines === null) {
    const parts = [others, original].filter((part) => part !== "");
    return parts.length === 0 ? "" : `${parts.join("\n\n")}\n`;
  }
  const block = [begin, `[${name}]`, ...lines, end].join("\n");
  return others === "" ? `${block}\n` : `${others}\n\n${block}\n`;
}

/**
 * Returns the lines of the table `name` and its subtables, without the comments `begin` and `end`. Empty if the file
 * has no such table.
 */
export function readTomlTable(text: string, name: string): string {
  return splitTable(text, name)
    .filter(([isTable]) => isTable)
    .map(([, line]) => line)
    .filter((line) => line !== begin && line !== end)
    .join("\n")
    .trim();
}

function withoutTable(text: string, name: string): string {
  return splitTable(text, name)
    .filter(([isTable, line]) => !isTable && line !== begin && line !== end)
    .map(([, line]) => line)
    .join("\n");
}

/**
 * Returns each line, and whether it belongs to the table. Assumes that no line of a multi-line string looks like a
 * table header.
 */
function splitTable(text: string, name: string): [isTable: boolean, line: string][] {
  let isTable = false;
  return text.split("\n").map((line): [boolean, string] => {
    const header = /^\s*\[{1,2}\s*("?)([\w-]+)\1\s*[.\]]/u.exec(line);
    if (header) isTable = header[2] === name;
    if (line === end) {
      isTable = false;
      return [true, line];
    }
    return [isTable || line === begin, line];
  });
}

export function toTomlText(value: string): string {
  // A TOML basic string supports every escape that `JSON.stringify` writes.
  return JSON.stringify(value);
}
