import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Focuses the section that the URL's hash names, once it is rendered and on each navigation. @param isReady the sections are rendered */
export function useFocusSection(isReady: boolean): void {
  const location = useLocation();
  useEffect(() => {
    if (isReady && location.hash) document.getElementById(location.hash.slice(1))?.focus();
  }, [isReady, location]);
}
