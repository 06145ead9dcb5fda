/**
 * Returns a proxy of `target`. Each member of the proxy is the result of `memberOf`, which is called once for each
 * name.
 */
export function decorateEach<Target extends object>(target: Target, memberOf: (name: string) => unknown): Target {
  const members = new Map<string, unknown>();
  return new Proxy(target, {
    get(object, name) {
      if (typeof name === "symbol") return Reflect.get(object, name) as unknown;
      if (!members.has(name)) members.set(name, memberOf(name));
      return members.get(name);
    },
  });
}

/**
 * Returns a proxy of `target` with some members replaced. In all other methods, `this` is `target` and not the proxy.
 */
export function decorate<Target extends object>(target: Target, members: Partial<Target>): Target {
  return decorateEach(target, (name) => {
    if (Object.hasOwn(members, name)) return members[name as keyof Target];
    const member: unknown = Reflect.get(target, name);
    return typeof member === "function" ? member.bind(target) : member;
  });
}
