import { assignFields, ownFields } from "./assign-fields.ts";
import { toChatPromptTemplate } from "./langchain-template.ts";
import { renderContent } from "./prompt-template.ts";
import type { Recorder } from "./recorder.ts";
import type { GenerationType, IGenerationMessage, ITool } from "./types/generations.ts";
import type { JsonObject, Maybe } from "./types/json.ts";
import type {
  IPromptVariableDefinition,
  IProviderSettings,
  PromptConstructor,
  PromptVariables,
  RenderedMessage,
  RenderedMessageMetadata,
} from "./types/prompts.ts";

/** A version of a prompt: messages with mustache variables in them, and the settings to call a model with. */
export class Prompt implements PromptConstructor {
  readonly #client: Recorder;
  declare id: string;
  declare name: string;
  declare version: number;
  declare type?: Maybe<GenerationType>;
  declare createdAt?: string | undefined;
  declare updatedAt?: string | undefined;
  declare url?: Maybe<string>;
  declare versionDesc?: Maybe<string>;
  declare label?: Maybe<string>;
  declare status?: Maybe<string>;
  declare tags?: Maybe<string[]>;
  declare metadata?: Maybe<JsonObject>;
  declare templateMessages: IGenerationMessage[];
  declare tools?: Maybe<ITool[]>;
  declare provider?: Maybe<string>;
  declare settings?: Maybe<IProviderSettings>;
  declare variables?: Maybe<IPromptVariableDefinition[]>;
  declare variablesDefaultValues?: Maybe<JsonObject>;

  constructor(client: Recorder, data: PromptConstructor) {
    this.#client = client;
    assignFields(this, data);
  }

  /** The client that the prompt belongs to. */
  get client(): Recorder {
    return this.#client;
  }

  /** The fields alone. */
  serialize(): PromptConstructor {
    return ownFields(this);
  }

  /**
   * The messages with the variables filled in, ready for a chat model. A variable that is not given takes its default value, else
   * it is empty. Text is filled in as it is, without HTML escapes.
   */
  formatMessages(variables: PromptVariables = {}): RenderedMessage[] {
    const values = { ...this.variablesDefaultValues, ...variables };
    return this.templateMessages.map(({ uuid, templated: _templated, ...message }) => {
      const rendered = { ...message, content: renderContent(message.content, values) };
      const literalMetadata = (): RenderedMessageMetadata => ({ uuid, promptId: this.id, variables: values });
      // Not enumerable, so that the message holds nothing that a model's API would refuse.
      Object.defineProperty(rendered, "literalMetadata", { value: literalMetadata, configurable: true });
      // A template holds messages as chat models take them.
      return rendered as unknown as RenderedMessage;
    });
  }

  /** @deprecated Use `formatMessages`. */
  format(variables: PromptVariables = {}): RenderedMessage[] {
    return this.formatMessages(variables);
  }

  /**
   * The prompt as a chat prompt template of LangChain.js, to be piped into a model. Its type is the caller's to name, so that
   * this package needs no LangChain: `toLangchainChatPromptTemplate<ChatPromptTemplate>()`.
   *
   * @throws {ConfigError} when the optional package `@langchain/core` is not installed.
   */
  async toLangchainChatPromptTemplate<Template = unknown>(): Promise<Template> {
    return (await toChatPromptTemplate(this)) as Template;
  }
}
