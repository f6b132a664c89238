/** Along the upper edge of the screen, while what was pressed is still on its way. */
export const loadingBar = <output aria-label="Carregando..." className="loading-bar" />;
