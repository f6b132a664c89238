/** Numbers on one page of the map of numbers. */
export const MAP_PAGE = 50;
