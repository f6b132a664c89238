import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queries } from '../api.ts';
import { chooseTheme, isThemeChosen } from '../document/theme.tsx';

/** Applies the account's theme in a browser without a stored choice. */
export function useAccountTheme(): void {
  const preferences = useQuery({
    ...queries.personalization.preferences.queryOptions(),
    staleTime: Infinity,
  });
  const theme = preferences.data?.preferences.theme;
  useEffect(() => {
    if (theme && theme !== 'auto' && !isThemeChosen()) chooseTheme(theme);
  }, [theme]);
}
