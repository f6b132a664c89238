/** Set in local storage once this phone has a stand: the offline page then links to it. */
export const STAND_HERE = 'mare.stand';
