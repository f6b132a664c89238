import { type ComponentType, memo, type ReactNode, Suspense } from 'react';

/**
 * A lazy component in a separate Suspense boundary, which hydrates after the rest of the page. Memoised: re-rendering a
 * boundary before it hydrates would discard its server-rendered HTML.
 */
export function lazyBoundary<Props extends object>(Part: ComponentType<Props>, fallback?: ReactNode) {
  return memo(function LazyBoundary(props: Props) {
    return (
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    );
  });
}
