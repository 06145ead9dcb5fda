import { type ComponentType, type ReactNode, useLayoutEffect, useState } from "react";

export interface OnDemand<Props> {
  /** `whileLoading` replaces the component until its code is loaded. */
  (props: Props & { readonly whileLoading?: ReactNode }): ReactNode;
  /** Loads the code before the component is shown. A failure is reported when the component is shown. */
  readonly preload: () => Promise<void>;
}

/**
 * Creates a component whose code is loaded when it is first shown, so that the page loads faster. `React.lazy` is not
 * used for this: after React has shown a fallback of `Suspense`, it shows the content 300 ms later at the earliest,
 * even if the code was loaded sooner.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): OnDemand<Props> {
  let component: ComponentType<Props> | undefined;
  let loading: Promise<ComponentType<Props>> | undefined;
  const start = async (): Promise<ComponentType<Props>> => {
    try {
      component = await (loading ??= load());
      return component;
    } catch (error) {
      loading = undefined; // so that the next attempt loads the code again
      throw error;
    }
  };
  function OnDemandComponent({ whileLoading = fallback, ...props }: Props & { readonly whileLoading?: ReactNode }) {
    const [Loaded, setLoaded] = useState(() => component);
    const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
    useLayoutEffect(() => {
      if (Loaded !== undefined) return undefined;
      let isShown = true;
      start().then(
        (loaded) => isShown && setLoaded(() => loaded),
        (error: unknown) => isShown && setFailure({ error }),
      );
      return () => {
        isShown = false;
      };
    }, [Loaded]);
    if (failure !== null) throw failure.error;
    if (Loaded === undefined) return whileLoading;
    return <Loaded {...(props as unknown as Props)} />; // all properties except `whileLoading`
  }
  OnDemandComponent.preload = () => start().then(ignore, ignore);
  return OnDemandComponent;
}

function ignore(): void {}
