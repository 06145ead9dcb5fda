/** An object with some of its methods replaced; the others, inherited ones too, run on the object itself. */
export function overlay<Target extends object>(target: Target, methods: Partial<Target>): Target {
  return new Proxy(target, {
    get(object, name) {
      if (Object.hasOwn(methods, name)) return methods[name as keyof Target];
      const value: unknown = Reflect.get(object, name);
      return typeof value === "function" ? value.bind(object) : value;
    },
  });
}
