/** End users of an application, identified by the ids that the application uses. */
import { Threadline } from "@threadline/core";

const client = new Threadline();

const id = await client.api.getOrCreateUser("mei@example.com", { plan: "guest" });
await client.api.updateUser(id, "mei@example.com", { plan: "member" });

const user = await client.api.getUser("mei@example.com");
console.log(`${user?.identifier}: ${JSON.stringify(user?.metadata)}`);

await client.api.deleteUser(id);
const deleted = await client.api.getUser("mei@example.com");
console.log(deleted ? "still there" : "deleted");
