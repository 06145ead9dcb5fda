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

/** A version of a prompt: messages with mustache variables and model settings. */
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
  declare labels?: Maybe<string[]>;
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

  get client(): Recorder {
    return this.#client;
  }

  /** Returns the fields as a plain object. */
  serialize(): PromptConstructor {
    return ownFields(this);
  }

  /**
   * Renders the messages for a chat model. A missing variable is replaced by its default value, or else by empty text.
   * Values are not HTML-escaped.
   */
  formatMessages(variables: PromptVariables = {}): RenderedMessage[] {
    const values = { ...this.variablesDefaultValues, ...variables };
    return this.templateMessages.map(({ uuid, templated: _templated, ...message }) => {
      const rendered = { ...message, content: renderContent(message.content, values) };
      const literalMetadata = (): RenderedMessageMetadata => ({ uuid, promptId: this.id, variables: values });
      // The method is not enumerable, because the API of a model would refuse an unknown field.
      Object.defineProperty(rendered, "literalMetadata", { value: literalMetadata, configurable: true });
      // The cast is safe: the messages of a template have the format of chat models, and `literalMetadata` is added
      // above.
      return rendered as unknown as RenderedMessage;
    });
  }

  /** @deprecated Use `formatMessages`. */
  format(variables: PromptVariables = {}): RenderedMessage[] {
    return this.formatMessages(variables);
  }

  /**
   * Returns the prompt as a chat prompt template of LangChain.js, to pipe into a model. Pass the type of the template,
   * because this package does not depend on LangChain: `toLangchainChatPromptTemplate<ChatPromptTemplate>()`.
   *
   * @throws {ConfigError} when the optional package `@langchain/core` is not installed.
   */
  async toLangchainChatPromptTemplate<Template = unknown>(): Promise<Template> {
    return (await toChatPromptTemplate(this)) as Template;
  }
}
