export const NUMBERS_PER_MAP_PAGE = 50;
