import { keepPreviousData } from '@tanstack/react-query';

/** Query options of a list in the panel: always fresh, and showing the previous page until the next one is loaded. */
export const PAGED_LIST = { placeholderData: keepPreviousData, staleTime: 0 } as const;
