/** What a snippet is made for. */
export interface SnippetPrompt {
  readonly name: string;
  readonly version: number;
  /** Names of the template's variables. */
  readonly variables: readonly string[];
}

/** Lines of TypeScript with the SDK. Names stand in string literals, so that none of them becomes code. */
export function typescriptSnippet({ name, version, variables }: SnippetPrompt): string {
  const values = variables.map((variable) => `${JSON.stringify(variable)}: "…"`).join(", ");
  return `import { Threadline } from "@threadline/core";

const client = new Threadline();
const prompt = await client.api.getPrompt(${JSON.stringify(name)}, ${version});
const messages = prompt?.formatMessages(${values === "" ? "" : `{ ${values} }`});`;
}

/** Lines of Python with the client of Literal AI. JSON's strings are Python's too. */
export function pythonSnippet({ name, version, variables }: SnippetPrompt): string {
  const values = variables.map((variable) => `${JSON.stringify(variable)}: "…"`).join(", ");
  return `from literalai import LiteralClient

client = LiteralClient()
prompt = client.api.get_prompt(name=${JSON.stringify(name)}, version=${version})
messages = prompt.format_messages(${values === "" ? "" : `**{${values}}`})`;
}
