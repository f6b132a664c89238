/** Along the upper edge of the screen, while what was pressed is still on its way. */
export const waitingBar = <output aria-label="Carregando..." className="waiting-bar" />;
