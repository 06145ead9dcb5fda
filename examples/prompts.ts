/**
 * A prompt in the registry. Saving unchanged content returns the same version; changed content becomes the next
 * version.
 */
import { Threadline } from "@threadline/core";

const client = new Threadline();
const name = `greeting ${crypto.randomUUID()}`;

const first = await client.api.getOrCreatePrompt(name, [{ role: "user", content: "Greet {{person}}." }]);
const same = await client.api.getOrCreatePrompt(name, [{ role: "user", content: "Greet {{person}}." }]);
const next = await client.api.getOrCreatePrompt(name, [{ role: "user", content: "Greet {{person}} & friends." }]);
console.log(`versions ${first.version}, ${same.version}, ${next.version}`);

const prompt = await client.api.getPrompt(name, 1);
console.log(prompt?.formatMessages({ person: "Ada" })[0]?.content);
