/** Apart from the other sentences: it has to be there already when nothing can be loaded any more. */
export const CONNECTION_FAILED = 'Erro de conexão. Verifique sua internet.';
