import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { disableAccount, enableAccount } from "../../src/accounts/disable-account.ts";
import { fieldPermissions } from "../../src/access/field-permissions.ts";
import { auditedFields } from "../../src/resolvers/audited-fields.ts";
import { decorate } from "../../src/store/decorate.ts";
import { createServer } from "../../src/create-server.ts";
import type { ThreadlineServer } from "../../src/create-server.ts";
import type { Store } from "../../src/store/store.ts";
import { describeStoresInTurn } from "../trust/trust-stores.ts";
import { openBrowser, setUp, valueOf } from "./browser.ts";
import type { Browser } from "./browser.ts";

/** A service with actors whose rights are removed between the check of a request and the transaction of its action. */
interface World {
  readonly servers: readonly ThreadlineServer[];
  readonly store: Store;
  readonly projectId: string;
  readonly browsers: Readonly<Record<"admin" | "owner", Browser>>;
  readonly ids: Readonly<Record<"admin" | "member" | "owner", string>>;
  readonly withKey: Browser;
  /** API keys for the actions that keys may use. */
  readonly keySecrets: Readonly<Record<string, string>>;
  /** Runs a task once, right after the service has read the rights for the next request. */
  atNextRequest(task: () => Promise<void>): void;
}

const password = "a password of theirs";

const webhook = `kind: WEBHOOK, url: "https://93.184.215.14/hook"`;

/** Every mutation that changes access rights, with valid arguments. */
const actions: Readonly<Record<string, (world: World) => string>> = {
  "Mutation.createProject": () => `createProject(name: "another") { id }`,
  "Mutation.updateProject": () => `updateProject(name: "renamed") { id }`,
  "Mutation.deleteProject": () => `deleteProject(name: "support") { id }`,
  "Mutation.updateProjectLimits": () => `updateProjectLimits(retentionDays: 9) { retentionDays }`,
  "Mutation.requireSecondFactor": () => `requireSecondFactor(isRequired: false) { id }`,
  "Mutation.deleteParticipantData": () => `deleteParticipantData(id: "ann", identifier: "ann") { threads }`,
  "Mutation.inviteMember": () => `inviteMember(email: "eve@example.com", role: viewer) { url }`,
  "Mutation.revokeInvitation": () => `revokeInvitation(id: "invitation") { id }`,
  "Mutation.updateMemberRole": ({ ids }) => `updateMemberRole(accountId: "${ids.member}", role: admin) { role }`,
  "Mutation.removeMember": ({ ids }) => `removeMember(accountId: "${ids.member}") { role }`,
  "Mutation.createApiKey": () => `createApiKey(name: "k", scopes: [read]) { secret }`,
  "Mutation.revokeApiKey": () => `revokeApiKey(id: "kept") { id }`,
  "Mutation.createModelConnection": () => `createModelConnection(connection: { name: "new", kind: openai }) { id }`,
  "Mutation.updateModelConnection": () =>
    `updateModelConnection(id: "connection", connection: { name: "renamed", kind: openai }) { id }`,
  "Mutation.deleteModelConnection": () => `deleteModelConnection(id: "connection") { id }`,
  "Mutation.createChannel": () => `createChannel(channel: { name: "new", ${webhook} }) { channel { id } }`,
  "Mutation.updateChannel": () =>
    `updateChannel(id: "channel", channel: { name: "renamed", ${webhook} }) { channel { id } }`,
  "Mutation.deleteChannel": () => `deleteChannel(id: "channel") { id }`,
  "Mutation.shareThread": () => `shareThread(threadId: "t") { id }`,
  "Mutation.unshareThread": () => `unshareThread(id: "link") { id }`,
};

const openToKeys = ["Mutation.shareThread", "Mutation.unshareThread"];

const ends = {
  removed: {
    end: ({ store, projectId }: World, id: string) => store.accounts.removeMember(projectId, id),
    restore: ({ store, projectId, ids }: World, id: string) =>
      store.accounts.addMember(projectId, id, id === ids.owner ? "owner" : "admin", 1),
  },
  demoted: {
    end: ({ store, projectId }: World, id: string) => store.accounts.changeRole(projectId, id, "viewer"),
    restore: ({ store, projectId, ids }: World, id: string) =>
      store.accounts.changeRole(projectId, id, id === ids.owner ? "owner" : "admin"),
  },
  disabled: {
    end: ({ store }: World, id: string) => disableAccount(store.accounts, id, 1),
    restore: ({ store }: World, id: string) => enableAccount(store.accounts, id),
  },
  "asked for a second factor": {
    end: ({ store, projectId }: World) => store.projects.requireSecondFactor(projectId, true),
    restore: ({ store, projectId }: World) => store.projects.requireSecondFactor(projectId, false),
  },
} as const;

test("every mutation of access rights is tested", () => {
  const deciding = Object.entries(fieldPermissions).filter(
    ([name, { anyOf }]) => name.startsWith("Mutation.") && anyOf.some((each) => each === "admin" || each === "own"),
  );
  const needed = new Set([...deciding.map(([name]) => name), ...Object.keys(auditedFields)]);
  // Stores nothing, so there is no change that an ended right could make.
  needed.delete("Mutation.checkModelConnection");
  expect(Object.keys(actions).toSorted()).toEqual([...needed].toSorted());
});

async function stateOf({ store, projectId }: World): Promise<unknown> {
  const project = await store.projects.find(projectId);
  const [projects, members, invitations, keys, connections, channels, shares, secondFactor, users, retention] =
    await Promise.all([
      store.projects.list(),
      store.accounts.members(projectId),
      store.accounts.invitations(projectId, 0),
      store.projects.listKeys(projectId),
      store.modelConnections.all(projectId),
      store.channels.all(projectId),
      store.shares.ofThread(projectId, "t"),
      store.projects.requiresSecondFactor(projectId),
      store.users.getMany(projectId, ["ann"]),
      store.projects.ownRetention(projectId),
    ]);
  return {
    project,
    projects,
    members,
    invitations,
    // A use is stored even if the key was revoked during its request.
    keys: keys.map(({ lastUsedAt: _lastUsedAt, ...key }) => key),
    connections,
    channels,
    shares,
    secondFactor,
    users,
    retention,
  };
}

describeStoresInTurn(({ open }) => {
  let world: World;

  beforeAll(async () => {
    const { store, server: plain } = await open();
    let task: (() => Promise<void>) | null = null;
    const afterRights = async <Result>(reading: Promise<Result>): Promise<Result> => {
      const result = await reading;
      const due = task;
      task = null;
      await due?.();
      return result;
    };
    const watched = decorate(store, {
      close: async () => {},
      accounts: decorate(store.accounts, {
        memberships: (id) => afterRights(store.accounts.memberships(id)),
      }),
      projects: decorate(store.projects, {
        findKey: (hash) => afterRights(store.projects.findKey(hash)),
      }),
    });
    const server = createServer({ store: watched });
    const owner = await setUp(server);
    const { project } = await server.ready;
    await store.projects.rename(project.id, "support");
    await store.projects.create({ id: "other", name: "other", createdAt: 1 }, []);
    const join = async (role: string): Promise<Browser> => {
      const inviting = `mutation { inviteMember(email: "${role}@example.com", role: ${role}) { url } }`;
      const { data } = await owner.graphql(inviting, { project: project.id });
      const { url } = valueOf(data, "inviteMember") as { url: string };
      const browser = openBrowser(server);
      const token = new URL(url).searchParams.get("token");
      await browser.post("/api/session/accept-invitation", { token, name: role, password });
      return browser;
    };
    const [otherOwner, admin] = [await join("owner"), await join("admin")];
    await join("viewer");
    const members = await store.accounts.members(project.id);
    const idOf = (email: string) => members.find(({ account }) => account.email === email)?.account.id ?? "";
    const keyFor = async (name: string): Promise<string> => {
      const making = `mutation { createApiKey(name: "${name}", scopes: [write, read]) { secret } }`;
      const { data } = await owner.graphql(making, { project: project.id });
      return (valueOf(data, "createApiKey") as { secret: string }).secret;
    };
    await store.threads.upsert(project.id, { id: "t", createdAt: 1, newUserId: "u" });
    await store.users.create(project.id, { id: "ann", createdAt: 1, identifier: "ann", metadata: {} });
    await store.shares.create(
      project.id,
      { id: "link", createdAt: 1, threadId: "t", createdBy: null, expiresAt: null },
      9,
    );
    const key = {
      id: "kept",
      projectId: project.id,
      name: "kept",
      scopes: ["read"],
      origins: null,
      hash: "h",
    } as const;
    await store.projects.createKey({
      ...key,
      prefix: "tl_",
      last4: "aaaa",
      createdBy: null,
      lastUsedAt: null,
      expiresAt: null,
      createdAt: 1,
      revokedAt: null,
    });
    await store.modelConnections.create(
      project.id,
      {
        id: "connection",
        createdAt: 1,
        updatedAt: 1,
        name: "kept",
        kind: "openai",
        baseUrl: null,
        models: [],
        dailyBudget: null,
        maxConcurrentCalls: 1,
        keyEnding: null,
        keySetAt: null,
        headerNames: [],
        sealedSecrets: null,
        spentDay: null,
        spent: 0,
      },
      9,
    );
    const hook = { kind: "WEBHOOK", address: "https://93.184.215.14", events: [], sealedSecrets: null } as const;
    await store.channels.create(project.id, { ...hook, id: "channel", createdAt: 1, updatedAt: 1, name: "kept" }, 9);
    const invited = { projectId: project.id, email: "dan@example.com", role: "viewer", hash: "hh" } as const;
    await store.accounts.invite({ ...invited, id: "invitation", invitedBy: null, createdAt: 1, expiresAt: 2e15 });
    world = {
      servers: [server, plain],
      store,
      projectId: project.id,
      browsers: { owner: otherOwner, admin },
      ids: { owner: idOf("owner@example.com"), admin: idOf("admin@example.com"), member: idOf("viewer@example.com") },
      withKey: openBrowser(server),
      keySecrets: Object.fromEntries(
        await Promise.all(openToKeys.map(async (name) => [name, await keyFor(name)] as const)),
      ),
      atNextRequest(next) {
        task = next;
      },
    };
  }, 120_000);
  afterAll(async () => {
    for (const server of world.servers) await server.close();
  });

  describe.each(Object.entries(ends))(
    "T38: an account that was %s after its request was admitted",
    (_, { end, restore }) => {
      test.each(Object.entries(actions))("does not perform %s", async (coordinate, documentFor) => {
        const who = fieldPermissions[coordinate]?.anyOf.includes("own") === true ? "owner" : "admin";
        const id = world.ids[who];
        let before: unknown;
        world.atNextRequest(async () => {
          await end(world, id);
          before = await stateOf(world);
        });
        const answer = await world.browsers[who].graphql(`mutation { ${documentFor(world)} }`, {
          project: world.projectId,
        });
        const after = await stateOf(world);
        await restore(world, id);
        if (end === ends.disabled.end) await signInAgain(world.browsers[who], who);
        expect(answer.errors[0]?.extensions.code).toBe("FORBIDDEN");
        expect(after).toEqual(before);
      });
    },
  );

  test.each(openToKeys)(
    "T38: a key that was revoked after its request was admitted does not perform %s",
    async (coordinate) => {
      const key = (await world.store.projects.listKeys(world.projectId)).find(({ name }) => name === coordinate);
      const document = `mutation { ${actions[coordinate]?.(world)} }`;
      let before: unknown;
      world.atNextRequest(async () => {
        await world.store.projects.revokeKey(world.projectId, key?.id ?? "", 5);
        before = await stateOf(world);
      });
      const answer = await world.withKey.graphql(document, {
        headers: { "x-api-key": world.keySecrets[coordinate] ?? "" },
      });
      expect(answer.errors[0]?.extensions.code).toBe("FORBIDDEN");
      expect(await stateOf(world)).toEqual(before);
    },
  );
});

async function signInAgain(browser: Browser, role: string): Promise<void> {
  const { status } = await browser.post("/api/session/sign-in", { email: `${role}@example.com`, password });
  expect(status).toBe(200);
}
