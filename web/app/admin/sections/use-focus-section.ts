import { useEffect } from 'react';
import { useLocation } from 'react-router';

/** Focuses the section of a link that was followed before the sections were here, or once more. @param isReady they are here */
export function useFocusSection(isReady: boolean): void {
  const location = useLocation();
  useEffect(() => {
    if (isReady && location.hash) document.getElementById(location.hash.slice(1))?.focus();
  }, [isReady, location]);
}
