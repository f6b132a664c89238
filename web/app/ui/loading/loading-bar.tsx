/** Loading indicator at the top of the screen. */
export const loadingBar = <output aria-label="Carregando..." className="loading-bar" />;
